//! What syn says of the files of a crate: its folder as argument, paths on stdin, a line of JSON for each on stdout. Where `use` and calls
//! lead follows from the tree of modules that the files declare; what macros and globs may bring is left open.
use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

type Names = Vec<String>;

/** A module of the crate: its file, what it declares, and what it uses. */
#[derive(Default)]
struct Module {
    file: String,
    functions: HashSet<String>,
    types: HashSet<String>,
    modules: HashSet<String>,
    uses: HashMap<String, Names>,
    open: bool,
}

#[derive(Default)]
struct Crate {
    modules: HashMap<Names, Module>,
    of: HashMap<PathBuf, Names>,
}

impl Crate {
    fn read(&mut self, root: &Path, file: &Path, path: Names) {
        let Ok(text) = std::fs::read_to_string(file) else { return };
        let Ok(parsed) = syn::parse_file(&text) else { return };
        self.of.insert(file.to_path_buf(), path.clone());
        let name = file.file_name().unwrap().to_string_lossy().to_string();
        let own = file.parent().unwrap();
        let is_root = path.is_empty() || name == "mod.rs";
        let below = if is_root { own.to_path_buf() } else { own.join(file.file_stem().unwrap()) };
        self.items(root, file, &below, path, &parsed.items);
    }

    fn items(&mut self, root: &Path, file: &Path, below: &Path, path: Names, items: &[syn::Item]) {
        let mut own = Module { file: relative(root, file), ..Module::default() };
        let mut ahead = vec![];
        for item in items {
            match item {
                syn::Item::Fn(one) => { own.functions.insert(one.sig.ident.to_string()); }
                syn::Item::Struct(one) => { own.types.insert(one.ident.to_string()); }
                syn::Item::Enum(one) => { own.types.insert(one.ident.to_string()); }
                syn::Item::Trait(one) => { own.types.insert(one.ident.to_string()); }
                syn::Item::Type(one) => { own.types.insert(one.ident.to_string()); }
                syn::Item::Union(one) => { own.types.insert(one.ident.to_string()); }
                syn::Item::Mod(one) => { own.modules.insert(one.ident.to_string()); ahead.push(one); }
                syn::Item::Use(one) => uses(&one.tree, vec![], &mut |name, whole| {
                    if name == "*" { own.open = true } else { own.uses.insert(name, whole); }
                }),
                syn::Item::Macro(_) => own.open = true,
                _ => {}
            }
        }
        self.modules.insert(path.clone(), own);
        for one in ahead {
            let name = one.ident.to_string();
            let inner = [path.clone(), vec![name.clone()]].concat();
            match &one.content {
                Some((_, items)) => self.items(root, file, &below.join(&name), inner, items),
                None => {
                    let given = one.attrs.iter().find_map(|attribute| match &attribute.meta {
                        syn::Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
                            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
                            _ => None,
                        },
                        _ => None,
                    });
                    let files = match given {
                        Some(given) => vec![file.parent().unwrap().join(given)],
                        None => vec![below.join(format!("{name}.rs")), below.join(&name).join("mod.rs")],
                    };
                    if let Some(found) = files.into_iter().find(|each| each.exists()) { self.read(root, &found, inner) }
                }
            }
        }
    }

    /** The module that a path begins in and the rest of it; None for another crate. `known` is false where that is not sure. */
    fn file(&self, from: &Names, path: &[String]) -> Answer {
        let mut at = match path.first().map(String::as_str) {
            Some("crate") => vec![],
            Some("self") => from.clone(),
            Some("super") => from[..from.len().saturating_sub(1)].to_vec(),
            Some(first) => {
                let Some(own) = self.modules.get(from) else { return Answer::Open };
                if own.modules.contains(first) { [from.clone(), vec![first.to_string()]].concat() }
                else if own.types.contains(first) { return Answer::File(own.file.clone()) }
                else if let Some(whole) = own.uses.get(first).filter(|whole| whole.first().map(String::as_str) != Some(first)) {
                    return self.file(from, &[whole.clone(), path[1..].to_vec()].concat());
                }
                else if own.uses.contains_key(first) || !own.open { return Answer::Outside }
                else { return Answer::Open }
            }
            None => return Answer::Open,
        };
        let skip = if matches!(path[0].as_str(), "crate" | "self" | "super") { 1 } else { 1 };
        for part in &path[skip..] {
            if part == "super" { at.pop(); continue }
            let inner = [at.clone(), vec![part.clone()]].concat();
            if !self.modules.contains_key(&inner) { break }
            at = inner;
        }
        match self.modules.get(&at) {
            Some(own) => Answer::File(own.file.clone()),
            None => Answer::Open,
        }
    }
}

enum Answer { File(String), Outside, Open }

impl Answer {
    fn json(&self) -> String {
        match self {
            Answer::File(file) => format!("{file:?}"),
            Answer::Outside => "\"\"".to_string(),
            Answer::Open => "\"?\"".to_string(),
        }
    }
}

fn uses(tree: &syn::UseTree, before: Names, add: &mut dyn FnMut(String, Names)) {
    match tree {
        syn::UseTree::Path(one) => uses(&one.tree, [before, vec![one.ident.to_string()]].concat(), add),
        syn::UseTree::Name(one) if one.ident == "self" => add(before.last().cloned().unwrap_or_default(), before),
        syn::UseTree::Name(one) => add(one.ident.to_string(), [before, vec![one.ident.to_string()]].concat()),
        syn::UseTree::Rename(one) if one.ident == "self" => add(one.rename.to_string(), before),
        syn::UseTree::Rename(one) => add(one.rename.to_string(), [before, vec![one.ident.to_string()]].concat()),
        syn::UseTree::Glob(_) => add("*".to_string(), before),
        syn::UseTree::Group(one) => one.items.iter().for_each(|each| uses(each, before.clone(), add)),
    }
}

fn relative(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).to_string_lossy().to_string()
}

struct Reader<'a> {
    whole: &'a Crate,
    path: Names,
    known: bool,
    in_type: bool,
    values: Vec<HashSet<String>>,
    inner: Vec<HashSet<String>>,
    declared: Vec<String>,
    imports: Vec<String>,
    calls: Vec<String>,
}

impl Reader<'_> {
    fn declare(&mut self, kind: &str, name: &syn::Ident, line: usize) {
        self.declared.push(format!("[\"{kind}\",\"{name}\",{line}]"));
    }

    fn function(&mut self, signature: &syn::Signature, kind: &str, line: usize, run: &mut dyn FnMut(&mut Self)) {
        self.declare(kind, &signature.ident, line);
        let mut values = HashSet::new();
        for input in &signature.inputs {
            if let syn::FnArg::Typed(one) = input { names(&one.pat, &mut values) }
        }
        self.values.push(values);
        self.inner.push(HashSet::new());
        let before = std::mem::replace(&mut self.in_type, false);
        run(self);
        self.in_type = before;
        self.inner.pop();
        self.values.pop();
    }

    fn resolve(&self, path: &syn::Path) -> Answer {
        let parts: Names = path.segments.iter().map(|each| each.ident.to_string()).collect();
        if !self.known || path.leading_colon.is_some() || parts[0] == "Self" || parts[0].is_empty() { return Answer::Open }
        let Some(own) = self.whole.modules.get(&self.path) else { return Answer::Open };
        if parts.len() == 1 {
            let name = &parts[0];
            if self.inner.iter().any(|each| each.contains(name)) { return Answer::File(own.file.clone()) }
            if own.functions.contains(name) || own.types.contains(name) { return Answer::File(own.file.clone()) }
            if let Some(whole) = own.uses.get(name) { return self.whole.file(&self.path, whole) }
            return Answer::Open;
        }
        self.whole.file(&self.path, &parts)
    }
}

fn names(pattern: &syn::Pat, into: &mut HashSet<String>) {
    struct Names<'a>(&'a mut HashSet<String>);
    impl<'ast> Visit<'ast> for Names<'_> {
        fn visit_pat_ident(&mut self, node: &'ast syn::PatIdent) {
            self.0.insert(node.ident.to_string());
            visit::visit_pat_ident(self, node);
        }
    }
    Names(into).visit_pat(pattern);
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        let line = start(&node.attrs, node.span(), node.vis.span(), node.sig.span());
        self.function(&node.sig, "function", line, &mut |own| visit::visit_item_fn(own, node));
    }
    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        let line = start(&node.attrs, node.span(), node.vis.span(), node.sig.span());
        self.function(&node.sig, "method", line, &mut |own| visit::visit_impl_item_fn(own, node));
    }
    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if node.default.is_none() { return }
        let line = node.sig.span().start().line;
        self.function(&node.sig, "method", line, &mut |own| visit::visit_trait_item_fn(own, node));
    }
    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        self.declare("struct", &node.ident, start(&node.attrs, node.span(), node.vis.span(), node.struct_token.span()));
        visit::visit_item_struct(self, node);
    }
    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.declare("enum", &node.ident, start(&node.attrs, node.span(), node.vis.span(), node.enum_token.span()));
        visit::visit_item_enum(self, node);
    }
    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        let first = node.unsafety.map(|each| each.span()).unwrap_or(node.trait_token.span());
        self.declare("trait", &node.ident, start(&node.attrs, node.span(), node.vis.span(), first));
        visit::visit_item_trait(self, node);
    }
    fn visit_item_union(&mut self, node: &'ast syn::ItemUnion) {
        self.declare("union", &node.ident, start(&node.attrs, node.span(), node.vis.span(), node.union_token.span()));
        visit::visit_item_union(self, node);
    }
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        let line = start(&node.attrs, node.span(), node.vis.span(), node.mod_token.span());
        self.declare("module", &node.ident, line);
        let inner = [self.path.clone(), vec![node.ident.to_string()]].concat();
        if node.content.is_none() {
            let target = match self.whole.modules.get(&inner) {
                Some(own) if self.known => Answer::File(own.file.clone()),
                _ => Answer::Open,
            };
            self.imports.push(format!("[{line},{}]", target.json()));
        }
        let before = std::mem::replace(&mut self.path, inner);
        visit::visit_item_mod(self, node);
        self.path = before;
    }
    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        let line = start(&node.attrs, node.span(), node.vis.span(), node.use_token.span());
        let (path, whole, known) = (self.path.clone(), self.whole, self.known && self.values.is_empty());
        let imports = &mut self.imports;
        uses(&node.tree, vec![], &mut |_, target| {
            let answer = if known { whole.file(&path, &target) } else { Answer::Open };
            imports.push(format!("[{line},{}]", answer.json()));
        });
    }
    fn visit_local(&mut self, node: &'ast syn::Local) {
        if let Some(scope) = self.values.last_mut() { names(&node.pat, scope) }
        visit::visit_local(self, node);
    }
    fn visit_block(&mut self, node: &'ast syn::Block) {
        for statement in &node.stmts {
            if let (syn::Stmt::Item(syn::Item::Fn(one)), Some(scope)) = (statement, self.inner.last_mut()) {
                scope.insert(one.sig.ident.to_string());
            }
        }
        visit::visit_block(self, node);
    }
    fn visit_expr_call(&mut self, node: &'ast syn::ExprCall) {
        if let syn::Expr::Path(callee) = &*node.func {
            if let Some(last) = callee.path.segments.last() {
                let name = last.ident.to_string();
                let is_value = callee.path.segments.len() == 1 && self.values.iter().any(|each| each.contains(&name));
                let answer = if is_value { "null".to_string() } else if callee.qself.is_some() { "\"?\"".to_string() } else { self.resolve(&callee.path).json() };
                self.calls.push(format!("[{},\"{name}\",{answer}]", last.ident.span().start().line));
            }
        }
        visit::visit_expr_call(self, node);
    }
    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        self.calls.push(format!("[{},\"{}\",null]", node.method.span().start().line, node.method));
        visit::visit_expr_method_call(self, node);
    }
    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        if let Some(last) = node.path.segments.last().filter(|last| last.ident != "macro_rules") {
            self.calls.push(format!("[{},\"{}\",\"?\"]", last.ident.span().start().line, last.ident));
        }
    }
}

/** The line that an item begins on, after its attributes. */
fn start(attributes: &[syn::Attribute], whole: proc_macro2::Span, visibility: proc_macro2::Span, own: proc_macro2::Span) -> usize {
    if attributes.is_empty() { return whole.start().line }
    let (seen, first) = (visibility.start(), own.start());
    if seen.line > 0 && (seen.line, seen.column) < (first.line, first.column) && seen != whole.start() && seen.line >= attributes.last().unwrap().span().end().line { seen.line } else { first.line }
}

fn main() {
    let root = PathBuf::from(std::env::args().nth(1).expect("a folder"));
    let mut whole = Crate::default();
    whole.read(&root, &root.join("src/lib.rs"), vec![]);
    for line in std::io::stdin().lock().lines() {
        let path = PathBuf::from(line.expect("a line"));
        let name = relative(&root, &path);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let parsed = match syn::parse_file(&text) {
            Ok(parsed) => parsed,
            Err(error) => { println!("{{\"path\":{name:?},\"fault\":{:?}}}", error.to_string()); continue }
        };
        let own = whole.of.get(&path);
        let mut reader = Reader {
            whole: &whole,
            path: own.cloned().unwrap_or_default(),
            known: own.is_some(),
            in_type: false,
            values: vec![],
            inner: vec![],
            declared: vec![],
            imports: vec![],
            calls: vec![],
        };
        reader.visit_file(&parsed);
        println!("{{\"path\":{name:?},\"declared\":[{}],\"imports\":[{}],\"calls\":[{}]}}", reader.declared.join(","), reader.imports.join(","), reader.calls.join(","));
    }
}
