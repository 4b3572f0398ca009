import fc from "fast-check";
import { claims } from "./src/proof/fixtures/claims.ts"; import { alternative, clear, fogs, observe, places, worlds } from "./src/proof/fixtures/fog.ts";
import { isTrue } from "./src/proof/fixtures/truth.ts"; import { check } from "./src/proof/check.ts"; import { decide } from "./src/proof/decide.ts"; import { createBoard } from "./src/proof/board.ts"; import { parseClaim } from "./src/proof/grammar.ts"; import { printClaim } from "./src/proof/print.ts"; import {look} from "./src/proof/fixtures/world.ts";
const others = fc.array(fc.tuple(fc.array(places, { minLength: 6, maxLength: 6 }), fc.boolean()), { minLength: 6, maxLength: 6 });
let bad=0, counts:any={}; const end=performance.now()+Number(process.argv[3]??60)*1000; let n=0;
for (let seed=Number(process.argv[2]??1); performance.now()<end && bad<3; seed++)
for (const [claim, world, fog, more] of fc.sample(fc.tuple(claims(2), worlds, fogs, others), {numRuns: 500, seed})) { n++;
  const {verdict}=check(claim, createBoard(observe(world,fog))); counts[verdict]=(counts[verdict]??0)+1;
  if (verdict!=="undecidable") for (const one of [world, ...more.map(([all,reading])=>alternative(world,fog,all,reading))]) if (isTrue(claim,one)!==(verdict==="provable")) { bad++; console.log("UNSOUND", verdict, printClaim(claim), JSON.stringify(fog), JSON.stringify([...one.places]), one.reading, JSON.stringify([...world.places])); break; }
  const plain={...world, places:new Map([...world.places].map(([p,x]:any)=>[p,{...x,kind:"file",binary:false,hidden:[]}]))} as any;
  if (!printClaim(claim).match(/fact\(|1\/0|1970|none\/\*/)) { const v=check(claim, createBoard(observe(plain,clear))).verdict; if (v!==(isTrue(claim,plain)?"provable":"refutable")) {bad++; console.log("INCOMPLETE", v, printClaim(claim), JSON.stringify([...plain.places]))}}
  const b=createBoard(); let rounds=0; const d=await decide(claim,b,async q=>{ if(++rounds>50) throw new Error("loop "+printClaim(claim)); return q.map(x=>look(world,x))}); const e=check(claim, createBoard(observe(world,clear))).verdict; if (d.needs.length) {bad++; console.log('NEEDS', printClaim(claim))} const ag=check(parseClaim(d.claim), createBoard(JSON.parse(JSON.stringify(b.observations)))); if (JSON.stringify(ag)!==JSON.stringify(d)) {bad++; console.log('AGAIN', d.claim, JSON.stringify(ag), JSON.stringify(d))} if (d.verdict!==e) {bad++; console.log("DIFF", d.verdict, e, printClaim(claim), JSON.stringify([...world.places]))}
}
console.log(n, counts);
