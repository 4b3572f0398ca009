//! Declarations of Rust files by kind, as syn sees them: paths on stdin, a line of JSON for each on stdout.
use std::collections::BTreeMap;
use std::io::BufRead;
use syn::visit::{self, Visit};

#[derive(Default)]
struct Counter {
    counts: BTreeMap<&'static str, usize>,
}

impl Counter {
    fn add(&mut self, kind: &'static str, name: &proc_macro2::Ident) {
        if name != "_" {
            *self.counts.entry(kind).or_default() += 1;
        }
    }

    /// The variables of a pattern. What begins with a capital is a constant by convention.
    fn bind(&mut self, pattern: &syn::Pat) {
        struct Names<'a>(&'a mut Counter);
        impl<'ast> Visit<'ast> for Names<'_> {
            fn visit_pat_ident(&mut self, node: &'ast syn::PatIdent) {
                if !node.ident.to_string().starts_with(char::is_uppercase) {
                    self.0.add("variable", &node.ident);
                }
                visit::visit_pat_ident(self, node);
            }
            fn visit_pat_or(&mut self, node: &'ast syn::PatOr) {
                self.visit_pat(node.cases.first().unwrap());
            }
            fn visit_expr(&mut self, _: &'ast syn::Expr) {}
        }
        Names(self).visit_pat(pattern);
    }
}

impl<'ast> Visit<'ast> for Counter {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.add("function", &node.sig.ident);
        visit::visit_item_fn(self, node);
    }
    fn visit_foreign_item_fn(&mut self, node: &'ast syn::ForeignItemFn) {
        self.add("function", &node.sig.ident);
    }
    fn visit_foreign_item_static(&mut self, node: &'ast syn::ForeignItemStatic) {
        self.add("variable", &node.ident);
    }
    fn visit_foreign_item_type(&mut self, node: &'ast syn::ForeignItemType) {
        self.add("type", &node.ident);
    }
    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.add("method", &node.sig.ident);
        visit::visit_impl_item_fn(self, node);
    }
    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        self.add("method", &node.sig.ident);
        visit::visit_trait_item_fn(self, node);
    }
    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        self.add("struct", &node.ident);
        visit::visit_item_struct(self, node);
    }
    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.add("enum", &node.ident);
        visit::visit_item_enum(self, node);
    }
    fn visit_variant(&mut self, node: &'ast syn::Variant) {
        self.add("variant", &node.ident);
        visit::visit_variant(self, node);
    }
    fn visit_item_union(&mut self, node: &'ast syn::ItemUnion) {
        self.add("union", &node.ident);
        visit::visit_item_union(self, node);
    }
    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        self.add("trait", &node.ident);
        visit::visit_item_trait(self, node);
    }
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        self.add("module", &node.ident);
        visit::visit_item_mod(self, node);
    }
    fn visit_item_type(&mut self, node: &'ast syn::ItemType) {
        self.add("type", &node.ident);
        visit::visit_item_type(self, node);
    }
    fn visit_impl_item_type(&mut self, node: &'ast syn::ImplItemType) {
        self.add("type", &node.ident);
        visit::visit_impl_item_type(self, node);
    }
    fn visit_trait_item_type(&mut self, node: &'ast syn::TraitItemType) {
        self.add("type", &node.ident);
        visit::visit_trait_item_type(self, node);
    }
    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        self.add("constant", &node.ident);
        visit::visit_item_const(self, node);
    }
    fn visit_impl_item_const(&mut self, node: &'ast syn::ImplItemConst) {
        self.add("constant", &node.ident);
        visit::visit_impl_item_const(self, node);
    }
    fn visit_trait_item_const(&mut self, node: &'ast syn::TraitItemConst) {
        self.add("constant", &node.ident);
        visit::visit_trait_item_const(self, node);
    }
    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        self.add("variable", &node.ident);
        visit::visit_item_static(self, node);
    }
    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if let Some(name) = &node.ident {
            self.add("macro", name);
        }
    }
    fn visit_field(&mut self, node: &'ast syn::Field) {
        if let Some(name) = &node.ident {
            self.add("field", name);
        }
        visit::visit_field(self, node);
    }
    fn visit_local(&mut self, node: &'ast syn::Local) {
        self.bind(&node.pat);
        visit::visit_local(self, node);
    }
    fn visit_expr_let(&mut self, node: &'ast syn::ExprLet) {
        self.bind(&node.pat);
        visit::visit_expr_let(self, node);
    }
    fn visit_expr_for_loop(&mut self, node: &'ast syn::ExprForLoop) {
        self.bind(&node.pat);
        visit::visit_expr_for_loop(self, node);
    }
    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        self.bind(&node.pat);
        visit::visit_arm(self, node);
    }
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let path = line.expect("a line");
        let parsed = std::fs::read_to_string(&path).map_err(|error| error.to_string());
        let rest = match parsed.and_then(|text| syn::parse_file(&text).map_err(|error| error.to_string())) {
            Ok(file) => {
                let mut counter = Counter::default();
                counter.visit_file(&file);
                let all: Vec<String> = counter.counts.iter().map(|(kind, count)| format!("\"{kind}\":{count}")).collect();
                format!("\"counts\":{{{}}}", all.join(","))
            }
            Err(error) => format!("\"fault\":{error:?}"),
        };
        println!("{{\"path\":{path:?},{rest}}}");
    }
}
