const t0=performance.now();
const {check,createBoard,parseClaim,decide}=await import("./src/proof.ts"); console.log("import ms", (performance.now()-t0).toFixed(1));
const paths=Array.from({length:200},(_, i)=>`dir${i%10}/file${i}.${i%3?"md":"ts"}`);
const texts=["TODO","alpha","beta"];
const obs:any[]=[{query:{see:"universe"},seen:{ok:true,files:[...paths].sort(),links:[],dirs:[],skipped:[],hash:"0"}}];
for (const [i,path] of paths.entries()) { const h=String(i%190).padStart(64,"a"); const base={ok:true,bytes:100+i%190,hash:h};
 obs.push({query:{see:"entry",path},seen:{ok:true,kind:"file",bytes:100+i%190,modified:i*1000}},{query:{see:"file",path},seen:{...base,modified:i*1000,encoding:"utf-8",lines:i%50,lf:i%50}},{query:{see:"code",path},seen:{...base,language:"typescript",defines:[{name:"f"+i,kind:"function",line:1}],imports:[],exports:[]}});
 for (const text of texts) obs.push({query:{see:"search",path,pattern:{kind:"literal",text}},seen:{...base,found:i%4===0,lines:i%4===0?2:0,first:i%4===0?[{line:3,text:"x "+text}]:[]}}); }
const board=createBoard(obs);
const kinds:Record<string,(i:number)=>string>={
 lines:i=>`lines("${paths[i%200]}") = ${i%50}`, exists:i=>`exists("${paths[i%200]}")`, contains:i=>`contains("${paths[i%200]}","${texts[i%3]}")`, defines:i=>`defines("${paths[i%200]}","f${i%7}")`,
 files:i=>`files("dir${i%10}/*.md") = ${i%20}`, count:i=>`count("${texts[i%3]}","**/*.md") = ${i}`, with_:i=>`"${paths[i%200]}" in with("${texts[i%3]}","**")`, largest:i=>`"${paths[i%200]}" in largest("**",lines)`,
 all:i=>`all x in files("**/*.md"): lines(x) < ${60+i%7}`, allfalse:i=>`all x in files("**"): lines(x) < ${i%50}`, where:i=>`where(x, files("**"), contains(x,"TODO") and lines(x) > ${i%50}) > 3`, dup:i=>`duplicates("**") = ${i%20}`, total:i=>`total("dir${i%10}/**", bytes) > ${i}`, value:i=>`value("${i} * (2 + 1/3)") = ${i}`};
let all=0,time=0;
for (const [k,f] of Object.entries(kinds)) { const n=k==="exists"||k==="lines"?3000:600; for(let i=0;i<50;i++) check(parseClaim(f(i)),board); const t=performance.now(); let ev=0; for (let i=0;i<n;i++) ev+=check(parseClaim(f(i)),board).evidence.length; const ms=performance.now()-t; all+=n; time+=ms; console.log(k.padEnd(10),(n/ms*1000).toFixed(0),"claims/s", (ev/n).toFixed(1)); }
console.log("mix", (all/time*1000).toFixed(0));
