"""What clang says of files of C: a folder as argument, paths on stdin, a line of JSON for each on stdout."""
import ctypes
import json
import os
import sys

from clang.cindex import CursorKind, Index, SourceRange, TranslationUnit, conf

KINDS = {CursorKind.STRUCT_DECL: "struct", CursorKind.UNION_DECL: "union", CursorKind.ENUM_DECL: "enum"}
index = Index.create()
root = os.path.realpath(sys.argv[1])
folders = sorted({os.path.dirname(os.path.join(above, name)) for above, _, names in os.walk(root) for name in names if name.endswith(".h")})
arguments = ["-x", "c", "-std=gnu11", "-w", *[f"-idirafter{folder}" for folder in folders]]


def below(file):
    path = os.path.relpath(os.path.realpath(file), root)
    return "" if path.startswith("..") else path


class Ranges(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(SourceRange))]


conf.lib.clang_getSkippedRanges.argtypes = [TranslationUnit, ctypes.c_void_p]
conf.lib.clang_getSkippedRanges.restype = ctypes.POINTER(Ranges)
conf.lib.clang_getFile.argtypes = [TranslationUnit, ctypes.c_char_p]
conf.lib.clang_getFile.restype = ctypes.c_void_p


def skipped(unit, path):
    """The lines that conditions of the preprocessor leave out."""
    found = conf.lib.clang_getSkippedRanges(unit, conf.lib.clang_getFile(unit, path.encode())).contents
    return [[one.start.line, one.end.line] for one in found.ranges[: found.count]] if found.count else []


def included(node):
    """The file that a directive includes, "" where there is none."""
    try:
        return below(node.get_included_file().name)
    except AssertionError:
        return ""


def read(path):
    options = TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | TranslationUnit.PARSE_INCOMPLETE
    unit = index.parse(path, args=arguments, options=options)
    here = lambda node: node.location.file is not None and node.location.file.name == path
    faults = [one for one in unit.diagnostics if one.severity >= 3 and one.location.file and one.location.file.name == path]
    missing = any("file not found" in one.spelling for one in unit.diagnostics)
    if faults and not missing:
        return {"path": below(path), "fault": faults[0].spelling}
    found = {"path": below(path), "declared": [], "imports": [], "calls": [], "some": missing, "unseen": skipped(unit, path)}
    typedefs, known = {}, set()
    with open(path, "rb") as file:
        text = file.read()
    ahead = list(unit.cursor.get_children())
    while ahead:
        node = ahead.pop()
        width = node.extent.end.offset - node.extent.start.offset
        if node.kind == CursorKind.MACRO_INSTANTIATION and here(node) and width > len(node.spelling):
            found["calls"].append([node.location.line, node.spelling, "?"])
        if not here(node):
            continue
        if node.kind == CursorKind.INCLUSION_DIRECTIVE:
            found["imports"].append([node.location.line, included(node)])
        if node.kind == CursorKind.TYPEDEF_DECL:
            for child in node.get_children():
                if child.kind in KINDS:
                    typedefs[child.hash] = node.spelling
        if node.kind == CursorKind.FUNCTION_DECL and node.is_definition():
            found["declared"].append(["function", node.spelling, node.extent.start.line])
        elif node.kind in KINDS and node.is_definition() and node.hash not in known:
            known.add(node.hash)
            name = "" if node.is_anonymous() or "(" in node.spelling else node.spelling
            found["declared"].append([KINDS[node.kind], name, node.extent.start.line, node.hash])
        elif node.kind == CursorKind.CALL_EXPR and here(node) and node.spelling:
            callee = node.referenced
            target = None
            if callee is not None and callee.kind == CursorKind.FUNCTION_DECL:
                definition = callee.get_definition()
                target = below(definition.location.file.name) if definition and definition.location.file else "?"
                if target == "?" and any(one.location.file and one.location.file.name == path for one in [callee, callee.canonical]):
                    target = below(path)
            # What a macro expands to is not written there.
            first = next(node.get_children(), node)
            end = first.extent.end.offset
            if text[end - len(node.spelling.encode()) : end] == node.spelling.encode():
                found["calls"].append([first.extent.end.line, node.spelling, target])
        ahead.extend(node.get_children())
    found["declared"] = [[kind, name or typedefs.get(*rest, "") if rest else name, line] for kind, name, line, *rest in found["declared"]]
    found["declared"] = [one for one in found["declared"] if one[1]]
    return found


for line in sys.stdin:
    print(json.dumps(read(line.rstrip("\n"))), flush=True)
