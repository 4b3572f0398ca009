import { all, type Tree } from "./tree.ts";

/** Variables that are assigned once, where nothing decides whether. None when a command may assign others. */
export function fixedNames(tree: Tree): Set<string> {
  const bare = tree.text.replace(/['"\\]/g, "");
  if (
    /\b(?:eval|source|read|mapfile|readarray|getopts|unset|let|(?:declare|typeset|local)\s+[-+]\w*[ulinc]\w*|trap|IFS|printf\s+-v|wait\b.*\s-\w*p)\b|(?:^|[\s;&|])\.\s/.test(
      bare,
    )
  )
    return new Set();
  const subscripts = tree.text.match(/\w\[[^\]]*\]/g) ?? [];
  const computed = all(tree, ["arithmetic_expansion", "c_style_for_statement", "test_command", "expansion"])
    .map(({ text }) => text)
    .concat(subscripts)
    .filter((text) => /[^=!<>]=[^=~]|\+\+|--/.test(text))
    .flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []);
  const certain = new Set(["program", "list", "variable_assignments", "declaration_command"]);
  const names: string[] = [];
  const once = new Set<string>();
  const look = (node: Tree, sure: boolean) => {
    if (node.type === "variable_assignment" || node.type === "for_statement") {
      const name = node.children.find(({ type }) => type === "variable_name")?.text ?? "";
      if (sure) once.add(name);
      names.push(name);
    }
    const loop = node.type === "for_statement";
    for (const child of node.children)
      look(child, sure && (certain.has(node.type) || (loop && child.type === "do_group")) && node.type !== "command");
  };
  look(tree, true);
  return new Set(
    [...once].filter((name) => !computed.includes(name) && names.filter((each) => each === name).length === 1),
  );
}

/** Functions that the line defines outside of everything else. */
export function topFunctions(tree: Tree): Set<string> {
  const functions = tree.children.filter(({ type }) => type === "function_definition");
  if (/\bunset\b/.test(tree.text)) return new Set();
  return new Set(functions.map(({ children }) => children.find(({ type }) => type === "word")?.text ?? ""));
}
