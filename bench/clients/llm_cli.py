"""`llm`, the command line for models, against a running `ergo serve`."""

import os
import subprocess
import sys

from check import COUNT, LEAVE, base, check, holds, key

home = os.environ["LLM_USER_PATH"]
program = os.path.join(os.path.dirname(sys.executable), "llm")

os.makedirs(home, exist_ok=True)
with open(os.path.join(home, "extra-openai-models.yaml"), "w") as file:
    for name, model in (("ergo", "ergo/auto"), ("wrong", "gpt-4o")):
        file.write(f'- model_id: {name}\n  model_name: {model}\n  api_base: "{base}"\n  api_key_name: ergo\n')


def run(*words, **more):
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, **more)
    return done.returncode, done.stdout, done.stderr


def setup():
    code, _, err = run("keys", "set", "ergo", "--value", key)
    assert code == 0, err
    holds(run("models")[1], "ergo")


def answer():
    code, out, err = run("-m", "ergo", LEAVE, "--no-stream")
    assert code == 0, err
    holds(out, "25 days of paid leave a year. [1]", "Sources:")


def stream():
    code, out, err = run("-m", "ergo", COUNT)
    assert code == 0, err
    holds(out, "3 Markdown files")


def conversation():
    run("-m", "ergo", COUNT)
    code, out, err = run("-c", "and in docs?")
    assert code == 0, err
    holds(out, "2 Markdown files")


def system():
    code, out, err = run("-m", "ergo", "-s", "Be brief.", LEAVE)
    assert code == 0, err
    holds(out, "25 days")


def refused():
    code, _, err = run("-m", "wrong", LEAVE)
    assert code != 0
    holds(err, "gpt-4o")
    code, _, err = run("-m", "ergo", "--key", "wrong", LEAVE)
    assert code != 0
    holds(err, "token")


for name, work in {
    "key and models": setup,
    "answer": answer,
    "stream": stream,
    "conversation": conversation,
    "with a system prompt": system,
    "errors are told": refused,
}.items():
    check(name, work)
