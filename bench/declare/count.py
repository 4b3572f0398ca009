"""Declarations of Python files by kind, as the `ast` module sees them: paths on stdin, a line of JSON for each on stdout."""
import ast
import collections
import json
import sys

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Scope:
    def __init__(self, kind, above=None, own=None):
        self.kind, self.above, self.own = kind, above, own
        self.names, self.fields, self.outer = set(), set(), {}


class Counter(ast.NodeVisitor):
    def __init__(self):
        self.counts = collections.Counter()
        self.scope = self.file = Scope("file")

    def inside(self, scope, nodes):
        before, self.scope = self.scope, scope
        for node in nodes:
            self.visit(node)
        self.scope = before

    def bind(self, name, walrus=False):
        scope = self.scope
        while walrus and scope.kind == "comprehension":
            scope = scope.above
        if name in scope.outer:
            if scope.outer[name] == "function":
                return
            scope = self.file
        if name not in scope.names:
            scope.names.add(name)
            self.counts["variable"] += 1

    def function(self, node):
        self.counts["method" if self.scope.kind == "class" else "function"] += 1
        own = None
        if self.scope.kind == "class":
            first = [*node.args.posonlyargs, *node.args.args]
            own = first[0].arg if first else None
        for one in [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(one)
        scope = Scope("function", self.scope, own)
        self.inside(scope, node.body)

    visit_FunctionDef = visit_AsyncFunctionDef = function

    def visit_Lambda(self, node):
        self.inside(Scope("function", self.scope), [node.args, node.body])

    def visit_ClassDef(self, node):
        self.counts["class"] += 1
        for one in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(one)
        self.inside(Scope("class", self.scope), node.body)

    def comprehension(self, node):
        self.inside(Scope("comprehension", self.scope), ast.iter_child_nodes(node))

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def visit_Global(self, node):
        self.scope.outer.update({name: "file" for name in node.names})

    def visit_Nonlocal(self, node):
        self.scope.outer.update({name: "function" for name in node.names})

    def visit_TypeAlias(self, node):
        self.counts["type"] += 1
        self.visit(node.value)

    def visit_NamedExpr(self, node):
        self.visit(node.value)
        self.bind(node.target.id, walrus=True)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.bind(node.id)

    def visit_Attribute(self, node):
        if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            scope = self.scope
            while scope is not None and scope.own != node.value.id:
                scope = scope.above
            if scope is not None and node.attr not in scope.above.fields:
                scope.above.fields.add(node.attr)
                self.counts["field"] += 1
        self.generic_visit(node)

    def visit_ExceptHandler(self, node):
        if node.name:
            self.bind(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node):
        if node.name:
            self.bind(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node):
        if node.rest:
            self.bind(node.rest)
        self.generic_visit(node)


for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        counter = Counter()
        with open(path, "rb") as file:
            counter.visit(ast.parse(file.read()))
        print(json.dumps({"path": path, "counts": counter.counts}), flush=True)
    except (SyntaxError, ValueError, RecursionError) as error:
        print(json.dumps({"path": path, "fault": str(error)}), flush=True)
