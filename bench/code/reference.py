"""What Python's own parser, symbol tables and finder say of files: a folder as argument, paths on stdin, a line of JSON for each on stdout."""
import ast
import importlib.machinery
import json
import os
import symtable
import sys

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
NAMES = {ast.Lambda: "lambda", ast.ListComp: "listcomp", ast.SetComp: "setcomp", ast.DictComp: "dictcomp", ast.GeneratorExp: "genexpr"}
LOADER = (importlib.machinery.SourceFileLoader, [".py"])
root = os.path.realpath(sys.argv[1])
bound_at_top = {}


def find(parts):
    """The file of a module below the folder and where its own modules are looked for; None where there is none."""
    where, spec = [root], None
    for part in parts:
        found = [importlib.machinery.FileFinder(each, LOADER).find_spec(part) for each in where]
        spec = next((each for each in found if each), None)
        if spec is None:
            return None
        where = spec.submodule_search_locations or []
    origin = spec.origin if spec and spec.has_location and spec.origin else None
    return (origin and os.path.relpath(origin, root)), list(where)


def parts_of(path):
    parts = os.path.relpath(path, root)[:-3].split(os.sep)
    return (parts[:-1], parts[:-1] if parts[-1] == "__init__" else parts)


def tops(file):
    """The names that a module binds at its top, each with whether only as its own module."""
    if file not in bound_at_top:
        found = {}
        try:
            tree = ast.parse(open(os.path.join(root, file), "rb").read())
        except (SyntaxError, ValueError):
            tree = ast.Module([], [])
        for node in ast.walk(tree):
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                found[node.name] = "other"
            elif isinstance(node, ast.ImportFrom):
                for one in node.names:
                    own = node.level == 1 and node.module is None
                    found.setdefault(one.asname or one.name, "module" if own else "other")
                    if one.name == "*":
                        found["*"] = "other"
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found[node.id] = "other"
        bound_at_top[file] = found
    return bound_at_top[file]


class Reader(ast.NodeVisitor):
    def __init__(self, path, text):
        self.path = os.path.relpath(path, root)
        self.package = parts_of(path)[0]
        self.tree = ast.parse(text)
        self.declared, self.imports, self.calls = [], [], []
        self.scopes = []
        self.binds = {}
        self.table = symtable.symtable(text, path, "exec")
        self.pending = {}
        self.collect(self.table)
        self.enter(self.tree, self.table)

    def collect(self, table):
        for child in table.get_children():
            self.pending.setdefault((child.get_name(), child.get_lineno()), []).append(child)
            self.collect(child)

    def enter(self, node, table):
        self.scopes.append((node, table))
        for child in ast.iter_child_nodes(node):
            self.visit(child)
        self.scopes.pop()

    def generic_visit(self, node):
        if isinstance(node, SCOPES):
            self.declare(node)
            name = NAMES.get(type(node)) or node.name
            found = self.pending.get((name, node.lineno))
            # A decorator, a default and what a class is made from stand in the scope around.
            self.enter(node, found.pop(0) if found else self.scopes[-1][1])
            return
        super().generic_visit(node)

    def declare(self, node):
        if isinstance(node, ast.ClassDef):
            self.declared.append(["class", node.name, node.lineno])
        elif isinstance(node, FUNCTIONS):
            kind = "method" if isinstance(self.scopes[-1][0], ast.ClassDef) else "function"
            self.declared.append([kind, node.name, node.lineno])

    def visit_Import(self, node):
        for one in node.names:
            found = find(one.name.split("."))
            self.imports.append([node.lineno, found[0] if found else ""])

    def visit_ImportFrom(self, node):
        for one in node.names:
            for file in self.leads(node, one.name):
                self.imports.append([node.lineno, file])

    def base(self, node):
        parts = self.package[: len(self.package) - node.level + 1] if node.level else []
        return parts + (node.module.split(".") if node.module else [])

    def leads(self, node, name):
        base = self.base(node)
        found = find(base) if base else (None, [root])
        if found is None:
            return [""]
        file, _ = found
        inner = find([*base, name])
        kind = tops(file).get(name) if file else None
        if inner is None or inner[0] is None or kind == "other":
            return [file or ""]
        return [file, inner[0]] if file else [inner[0]]

    def visit_Call(self, node):
        callee = node.func
        if isinstance(callee, ast.Name):
            self.calls.append([callee.lineno, callee.id, self.resolve(callee.id)])
        elif isinstance(callee, ast.Attribute):
            line = callee.end_lineno
            target = self.member(callee)
            self.calls.append([line, callee.attr, target])
        self.generic_visit(node)

    def member(self, callee):
        names, value = [], callee.value
        while isinstance(value, ast.Attribute):
            names.insert(0, value.attr)
            value = value.value
        if not isinstance(value, ast.Name):
            return None
        bindings = self.bindings(value.id)
        modules = [self.module_of(each, names) for each in bindings or []]
        return modules[0] if len(set(modules)) == 1 else None

    def module_of(self, binding, names):
        kind, node, one = binding
        if kind == "import" and isinstance(node, ast.Import):
            parts = one.name.split(".")
            wanted = parts + names if one.asname else [value for value in [parts[0], *names]]
            found = find(wanted)
            return found[0] or None if found else ("" if find(parts[:1]) is None else None)
        if kind == "import" and not names:
            found = find([*self.base(node), one.name])
            return found[0] if found and len(self.leads(node, one.name)) > 1 else None
        return None

    def resolve(self, name):
        bindings = self.bindings(name)
        if bindings is None:
            return None
        if bindings and all(kind == "def" for kind, _, _ in bindings):
            return self.path
        if len(bindings) == 1 and bindings[0][0] == "import":
            _, node, one = bindings[0]
            if isinstance(node, ast.Import):
                return None
            return self.leads(node, one.name)
        return None

    def bindings(self, name):
        """What binds a name where it stands; None where nothing in the file does."""
        at = len(self.scopes) - 1
        first = True
        while at >= 0:
            node, table = self.scopes[at]
            at -= 1
            if isinstance(node, ast.ClassDef) and not first:
                continue
            first = False
            try:
                symbol = table.lookup(name)
            except KeyError:
                continue
            if symbol.is_global() and not isinstance(node, ast.Module):
                return self.bound(self.scopes[0][0], name)
            if symbol.is_local():
                found = self.bound(node, name)
                return found if found else None
        return None

    def bound(self, scope, name):
        if scope not in self.binds:
            self.binds[scope] = binding_of(scope)
        return self.binds[scope].get(name, [])


def binding_of(scope):
    """What binds each name in a scope, scopes within aside."""
    found = {}

    def add(name, kind, node=None, one=None):
        found.setdefault(name, []).append((kind, node, one))

    if isinstance(scope, (*FUNCTIONS, ast.Lambda)):
        given = scope.args
        for one in [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, [given.vararg, given.kwarg])]:
            add(one.arg, "value")
    ahead = list(ast.iter_child_nodes(scope))
    while ahead:
        node = ahead.pop()
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            add(node.name, "def")
            ahead.extend(node.decorator_list)
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for one in node.names:
                add(one.asname or (one.name.split(".")[0] if isinstance(node, ast.Import) else one.name), "import", node, one)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            add(node.id, "value")
        elif isinstance(node, ast.ExceptHandler) and node.name:
            add(node.name, "value")
        elif isinstance(node, ast.Global):
            for name in node.names:
                add(name, "value")
        ahead.extend(ast.iter_child_nodes(node))
    return found


for line in sys.stdin:
    path = os.path.realpath(line.rstrip("\n"))
    name = os.path.relpath(path, root)
    try:
        with open(path, "rb") as file:
            reader = Reader(path, file.read().decode("utf-8"))
        print(json.dumps({"path": name, "declared": reader.declared, "imports": reader.imports, "calls": reader.calls}), flush=True)
    except (SyntaxError, ValueError, RecursionError) as error:
        print(json.dumps({"path": name, "fault": str(error)}), flush=True)
