/** Made sources of imports and declarations, each written in one of the many ways that a language has. */
export type Chance = { below(limit: number): number; pick<T>(all: readonly T[]): T; maybe(share: number): boolean };

export function chanceOf(random: () => number): Chance {
  const below = (limit: number) => Math.floor(random() * limit);
  return { below, pick: (all) => all[below(all.length)]!, maybe: (share) => random() < share };
}

/** The languages that sources are made in. */
export type Made = "ts" | "js" | "py";

const modules = ["m", "node:fs", "./a.ts", "lodash", "../core/x.ts", "@scope/pkg", "é", "😀", 'q"x', "it's", "a\tb"];
const names = ["parse", "b", "x1", "π", "$", "_", "Token", "ﬁx", "a̧", "require", "module", "exports", "self"];

/**
 * A form is written with spots: M a module as a text, N a name, E an expression of a module, S a gap where comments and
 * white space may stand. Forms of TypeScript alone follow after those of both.
 */
const both = [
  "importSNSfromSMS;",
  "importS*SasSNSfromSM;",
  "importS{SNSasSNS}SfromSM;",
  "importS{SMSasSNS}SfromSM;",
  "importSM;",
  "exportS*SfromSM;",
  "exportS{SNSasSN}SfromSM;",
  "exportS*SasSNSfromSM;",
  "import(SES);",
  "awaitSimport(SES,S{});",
  "require(SES);",
  "require?.(SES);",
  "(SrequireS)(SES);",
  "varSN=SrequireS(E).x;",
  "varSNS=S1,SN;",
  "let {SN:SN,S...N}S=S{};",
  "const [SN,S,SNS=S1]S=S[];",
  "functionSNS(N){}",
  "async functionS*SNS(){}",
  "classSNS{SNS(){}SstaticSNS=S1;SgetSNS(){}S}",
  "class NS{S#NS=S1;S'N'S(){}S[SMS]S(){}S}",
  "(classSNS{});",
  "(functionSNS(){});",
  "trySS{}ScatchS(SN){}",
  "trySS{}ScatchS({SN,SN:SN}){}",
  "forS(constSNSofS[]){}",
  "forS(letS[N]SinS{}){}",
  "forS(NSofS[]){}",
  "({SNS(){},SgetSNS(){},SN:1,S'N'(){}S});",
  "a.NS=S1;",
  "N:SforS(;;){}",
  "N;",
  "/N/.test('require(\"no\")');",
  "import(SN);",
  "require(SN);",
  "(0,Srequire)(SM);",
  "moduleS.Srequire(SM);",
  "module[SMS];",
  "varSN=require;",
  "varSN=typeof require;",
  "require.resolve(SM);",
  "eval(SM);",
  "newSFunction(SM);",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source that holds a template.
  "`${import(SES)}`;",
  "(N)S=>SN;",
  "if(a){require(SES)}else import(SE)",
  "importS{SdefaultSasSNS}SfromSM;",
  "varS{Srequire:SNS}S=Smodule;",
  "// import 'no'\n",
  "/* require('no') */",
  "<!-- require('no')\n",
  "'import(\"no\")';",
  "N=1;[a.N,N]=[];",
]; // prettier-ignore
const typed = [
  "importStypeS{SNS}SfromSM;",
  "importStypeSNSfromSM;",
  "importSNS=SrequireS(M);",
  "importSNS=SA.B;",
  "typeSNS=Simport(M).N;",
  "typeSNS=StypeofSimport(M);",
  "interfaceSNS{SNS():void;SN:1;S}",
  "enumSNS{SN,S'N'=1,SNS=S2}",
  "namespaceSN.NS{varSN;}",
  "declareSmoduleSMS{SvarSN;S}",
  "declareSglobalS{varSN}",
  "abstractSclassSNS{SabstractSNS():void;SabstractSN:1}",
  "classSNS{constructor(SprivateSN,SreadonlySN=1,N){}}",
  "declareSfunctionSN():void;",
  "(Srequire as any)(SES);",
  "require!(SES);",
  "exportStypeS{SNS}SfromSM;",
  "constSNS=S<any>require(SE);",
  "usingSNS=SN;",
  "varSNS:SNS<import(M).N>;",
  "typeSNS<N>S=SN;",
]; // prettier-ignore
const python = [
  "importSD",
  "importSDSasSP,SD",
  "fromSDSimportSP",
  "fromSDSimportS(SP,SPSasSP,)",
  "fromS.SDSimportSP",
  "fromS..S.SimportSP",
  "fromSDSimportS*",
  "from __future__ import annotations",
  "P=1",
  "PS=SP,S*P=S1",
  "P:Sint",
  "PS+=S1",
  "[P,S(P,SP.P)]S=S1",
  "P.PS=S1",
  "forSPSinS[]:Spass",
  "forSP,S(P,S*P)SinS[]:Spass",
  "withSPSasSP:Spass",
  "withSPSasS(P,SP.P),SPSasS[P]:Spass",
  "try:\n  pass\nexceptSPSasSP:\n  pass",
  "ifS(PS:=S1):Spass",
  "printS([PSforSPSinS[]])",
  "x={P:1SforSP,SPSinS[]}",
  "def P(P,S*P,SP2=1,S**k):\n  PS=S1\n  self.P=1\n  P.PS=S2",
  "class P(P):\n  P=1\n  def P(self):\n    self.PS,SPS=S1,S2",
  "async def P():\n  asyncSforSPSinSx:Spass\n  asyncSwithSxSasSP:Spass",
  "lambdaSP:SP",
  "global P",
  "delSP",
  "matchSx:\n  caseS[P,S*P]:\n    pass\n  caseS{'a':SP,S**P}:\n    pass\n  caseSP.P:\n    pass\n  caseSP(P,Sx=P):\n    pass\n  caseS1|2SasSP:\n    pass\n  case P:\n    pass",
  "__import__(SPS)",
  "exec(P)",
  "eval('1')",
  "importlib.import_module('x')",
  "'import no'",
  "# import no",
  '"""\nimport no\n"""',
  "importSD;SP=1",
  "if 1:SimportSD",
  "def P():SfromSDSimportSP",
  "P(P=1)",
  "x[P]=1",
  "class A:\n  @P\n  async def P(a):\n    def P(): a.P=1",
]; // prettier-ignore

/** A source of some forms, each in a way of its own. */
export function makeSource(language: Made, chance: Chance): string {
  const forms = language === "py" ? python : language === "ts" ? [...both, ...typed] : both;
  const count = 1 + chance.below(4);
  return Array.from({ length: count }, () => makeForm(language, chance.pick(forms), chance)).join("\n");
}

/** One form with its spots filled. */
function makeForm(language: Made, form: string, chance: Chance): string {
  const fill = language === "py" ? fillPython : fillEcmascript;
  return form.replace(language === "py" ? /[SDP](?![a-z])/g : /[SMNE](?![a-z.])/g, (spot) =>
    fill(spot, language, chance),
  );
}

export { makeForm };

function fillEcmascript(spot: string, language: Made, chance: Chance): string {
  switch (spot) {
    case "S":
      return chance.maybe(0.7)
        ? " "
        : ` ${chance.pick(["/* c */", "/* ' */", "\n", "//x\n", "/*\n*/", "\u00a0", "\t", "\u2028"])} `;
    case "M":
      return text(chance.pick(modules), chance);
    case "N":
      return [...chance.pick(names)].map((one) => (chance.maybe(0.1) ? unicode(one, chance) : one)).join("");
    default:
      return expression(chance.pick(modules), language, chance);
  }
}

/** An expression that is worth a text. */
function expression(value: string, language: Made, chance: Chance): string {
  const inner = (part: string) => (chance.maybe(0.5) ? text(part, chance) : expression(part, language, chance));
  const parts = [...value];
  const at = chance.below(parts.length + 1);
  const plain = value.replace(/[`\\$]/g, "\\$&");
  const ways = [
    () => text(value, chance),
    () => `(${inner(value)})`,
    () => `\`${plain}\``,
    () => `\`\${${inner(value)}}\``,
    () => `(${inner(parts.slice(0, at).join(""))} + /* + */ ${inner(parts.slice(at).join(""))})`,
  ];
  const more = [
    () => `(${inner(value)} as string)`,
    () => `${inner(value)}!`,
    () => `(${inner(value)} satisfies string)`,
  ];
  return chance.pick(language === "ts" ? [...ways, ...more] : ways)();
}

/** A string literal with some of its characters as escapes. */
function text(value: string, chance: Chance): string {
  const quote = chance.pick(["'", '"']);
  const one = (part: string) => {
    if (part === quote || part === "\\") return `\\${part}`;
    if (part === "\t") return chance.pick(["\\t", "\\x09", "\t"]);
    if (!chance.maybe(0.15)) return part;
    const code = part.codePointAt(0)!;
    const ways = [unicode(part, chance), `\\\n${part}`];
    if (code < 256) ways.push(`\\x${code.toString(16).padStart(2, "0")}`);
    if (/[^\dbfnrtvux\r\n\u2028\u2029]/.test(part)) ways.push(`\\${part}`);
    return chance.pick(ways);
  };
  return quote + [...value].map(one).join("") + quote;
}

function unicode(part: string, chance: Chance): string {
  const hex = part.codePointAt(0)!.toString(16);
  return hex.length <= 4 && chance.maybe(0.5) ? `\\u${hex.padStart(4, "0")}` : `\\u{${chance.pick(["", "0"])}${hex}}`;
}

function fillPython(spot: string, _language: Made, chance: Chance): string {
  switch (spot) {
    case "S":
      return chance.maybe(0.75) ? " " : chance.pick([" \\\n ", "\t", " \f", "  "]);
    case "D":
      return Array.from({ length: 1 + chance.below(3) }, () => pythonName(chance)).join(
        chance.pick([".", " . ", " .\\\n"]),
      );
    default:
      return pythonName(chance);
  }
}

function pythonName(chance: Chance): string {
  return chance.pick(["a", "b1", "os", "_", "ｘ", "ﬁx", "π", "self", "K", "type", "match", "numpy", "𝐱"]);
}
