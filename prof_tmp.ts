import {check,createBoard,parseClaim} from "./src/proof.ts"; import {evaluateClaim} from "./src/proof/evaluate.ts";
const paths=Array.from({length:200},(_, i)=>`dir${i%10}/file${i}.${i%3?"md":"ts"}`);
const obs:any[]=[{query:{see:"universe"},seen:{ok:true,files:[...paths].sort(),links:[],dirs:[],skipped:[],hash:"0"}}];
for (const [i,path] of paths.entries()) { const h=String(i%190).padStart(64,"a"); const base={ok:true,bytes:100+i%190,hash:h};
 obs.push({query:{see:"file",path},seen:{...base,modified:i*1000,encoding:"utf-8",lines:i%50,lf:i%50}},{query:{see:"search",path,pattern:{kind:"literal",text:"TODO"}},seen:{...base,found:i%4===0,lines:i%4===0?2:0,first:i%4===0?[{line:3,text:"x TODO"}]:[]}}); }
const board=createBoard(obs);
for (const t of ['where(x, files("**"), contains(x,"TODO") and lines(x) > 3) > 3','all x in files("**/*.md"): lines(x) < 60','duplicates("**") = 5','count("TODO","**") = 5']) {
 const c=parseClaim(t); for(let i=0;i<300;i++){check(c,board)} let s=performance.now(); for(let i=0;i<1000;i++) evaluateClaim(c,board); const e=performance.now()-s; s=performance.now(); for(let i=0;i<1000;i++) check(c,board); console.log(t, "eval µs", e.toFixed(0), "check µs", (performance.now()-s).toFixed(0)); }
