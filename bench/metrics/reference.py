"""What radon and lizard say of source files: paths on standard input, one a line; a line of JSON for each.
Functions are name, first line, complexity; radon's closures among them. Measures of a file are radon's."""
import json
import sys

import lizard
from radon.complexity import cc_visit
from radon.metrics import h_visit, mi_compute, mi_parameters, mi_visit
from radon.raw import analyze
from radon.visitors import Function


def functions(blocks):
    for block in blocks:
        if isinstance(block, Function):
            yield [block.name, block.lineno, block.complexity]
            yield from functions(block.closures)
        else:
            yield from functions(block.inner_classes)


def radon(text):
    total = h_visit(text).total
    volume, complexity, lines, comments = mi_parameters(text)
    raw = analyze(text)
    return {
        "functions": list(functions(cc_visit(text))),
        "volume": total.volume,
        "index": mi_visit(text, True),
        "bare": mi_compute(volume, complexity, lines, 0),
        "of": [volume, complexity, lines],
        "raw": {"lines": raw.loc, "code": raw.sloc, "comments": raw.comments, "multi": raw.multi},
    }


def read(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        text = file.read()
    found = lizard.analyze_file.analyze_source_code(path, text)
    made = {"path": path}
    made["lizard"] = [
        [each.name, each.start_line, each.cyclomatic_complexity] for each in found.function_list
    ]
    if path.endswith(".py"):
        try:
            made["radon"] = radon(text)
        except (SyntaxError, ValueError, ZeroDivisionError) as error:
            made["fault"] = str(error)
    return made


for line in sys.stdin:
    try:
        print(json.dumps(read(line.rstrip("\n"))), flush=True)
    except Exception as error:  # a tool that fails at a file has no figures of it
        print(json.dumps({"path": line.rstrip("\n"), "fault": repr(error), "lizard": []}), flush=True)
