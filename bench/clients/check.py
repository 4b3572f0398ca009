"""What the programs of this folder share: one JSON line a check."""

import json
import os

base, key = os.environ["ERGO_BASE"], os.environ["ERGO_KEY"]
LEAVE = "How many days of paid leave do employees get?"
COUNT = "How many Markdown files are there?"


def user(text):
    return {"role": "user", "content": text}


def check(name, work):
    try:
        work()
        print(json.dumps({"check": name, "ok": True}), flush=True)
    except Exception as thrown:  # Whatever goes wrong is what is to be told.
        print(json.dumps({"check": name, "ok": False, "why": f"{type(thrown).__name__}: {thrown}"[:400]}), flush=True)


def holds(text, *words):
    for word in words:
        assert word in text, text


def refused(kind, work, *words):
    """That `work` raises an error of a kind, with words in its message."""
    try:
        work()
    except kind as thrown:
        holds(str(thrown), *words)
        return
    raise AssertionError("it was not refused")
