"""Open WebUI, from its own package, against a running `ergo serve`: its own server is started, and asked as its page asks it."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from check import COUNT, LEAVE, base, check, holds, key, user

PORT = int(os.environ.get("WEBUI_PORT", "18080"))
ADDRESS = f"http://127.0.0.1:{PORT}"
data = tempfile.mkdtemp(prefix="open-webui-")
settings = {
    "DATA_DIR": data,
    "WEBUI_SECRET_KEY": "bench",
    "WEBUI_AUTH": "False",
    "OPENAI_API_BASE_URLS": base,
    "OPENAI_API_KEYS": key,
    "ENABLE_OLLAMA_API": "False",
    "ENABLE_AUTOCOMPLETE_GENERATION": "True",
    # It loads nothing from elsewhere: no encoder of its own, no news of versions.
    "OFFLINE_MODE": "True",
    "HF_HUB_OFFLINE": "1",
    "RAG_EMBEDDING_ENGINE": "openai",
    "BYPASS_EMBEDDING_AND_RETRIEVAL": "True",
    "ENABLE_VERSION_UPDATE_CHECK": "False",
    "ANONYMIZED_TELEMETRY": "False",
}
token = ""


def call(path, body=None, stream=False):
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    sent = urllib.request.Request(ADDRESS + path, json.dumps(body).encode() if body is not None else None, headers)
    with urllib.request.urlopen(sent, timeout=120) as given:
        text = given.read().decode()
    return text if stream else json.loads(text)


def recorded():
    sent = urllib.request.Request(base.replace("/v1", "/api/runs"), headers={"authorization": f"Bearer {key}"})
    with urllib.request.urlopen(sent, timeout=60) as given:
        return json.loads(given.read())["of"]


def begin():
    program = os.path.join(os.path.dirname(sys.executable), "open-webui")
    args = [program, "serve", "--host", "127.0.0.1", "--port", str(PORT)]
    log = open(os.path.join(data, "log"), "w")
    server = subprocess.Popen(args, env={**os.environ, **settings}, stdout=log, stderr=log, start_new_session=True)
    for _ in range(900):
        if server.poll() is not None:
            raise RuntimeError(f"it ended: {open(log.name).read()[-600:]}")
        try:
            call("/api/config")
            return server
        except OSError:
            time.sleep(1)
    raise RuntimeError("it did not come up")


def ask(messages, **more):
    return call("/api/chat/completions", {"model": "ergo/auto", "stream": False, "messages": messages, **more})


def said(made):
    return made["choices"][0]["message"]["content"]


def task(name, **more):
    history = [user(LEAVE), {"role": "assistant", "content": "25 [1]"}]
    body = {"model": "ergo/auto", "messages": history, "prompt": LEAVE, "stream": False, **more}
    return said(call(f"/api/v1/tasks/{name}/completions", body))


def models():
    names = [each["id"] for each in call("/api/models")["data"]]
    assert "ergo/auto" in names and "ergo/cite" in names, names


def answer():
    made = ask([user(LEAVE)])
    holds(said(made), "25 days of paid leave a year. [1]", "Sources:", "ergo verify")
    assert made["choices"][0]["message"]["annotations"], "no annotations came through"


def stream():
    text, thought = "", ""
    for line in call("/api/chat/completions", {"model": "ergo/auto", "stream": True, "messages": [user(COUNT)]}, True).split("\n"):
        if not line.startswith("data: {"):
            continue
        for choice in json.loads(line[6:]).get("choices", []):
            text += choice["delta"].get("content") or ""
            thought += choice["delta"].get("reasoning_content") or ""
    holds(text, "3 Markdown files")
    holds(thought, "answers by the engine")


def conversation():
    history = [user(COUNT), {"role": "assistant", "content": said(ask([user(COUNT)]))}]
    holds(said(ask([*history, user("and in docs?")])), "2 Markdown files")


def errands():
    before = recorded()
    assert json.loads(task("title")) == {"title": "How many days of paid leave…"}
    assert json.loads(task("tags")) == {"tags": []}
    assert json.loads(task("follow_up")) == {"follow_ups": []}
    assert json.loads(task("queries", type="web_search")) == {"queries": [LEAVE]}
    assert json.loads(task("auto", type="General")) == {"text": ""}
    assert json.loads(task("image_prompt")) == {"prompt": LEAVE}
    assert task("emoji") == ""
    assert recorded() == before, "a run was begun for it"


def merge():
    holds(task("moa", responses=["20 days", "30 days"]), "25 days of paid leave a year. [1]")


def errors():
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}
    try:
        made = ask([{"role": "user", "content": [{"type": "text", "text": LEAVE}, image]}])
        holds(json.dumps(made), "image_url")
    except urllib.error.HTTPError as thrown:
        holds(thrown.read().decode(), "image_url")


server = begin()
token = call("/api/v1/auths/signin", {"email": "", "password": ""})["token"]
checks = {
    "models": models,
    "answer with citations": answer,
    "stream with reasoning": stream,
    "conversation": conversation,
    "titles, tags, follow-ups, queries, completions, images and emoji begin no run": errands,
    "answers of several models are not merged but the question answered": merge,
    "an image is refused, and that is told": errors,
}
for name, work in checks.items():
    check(name, work)
os.killpg(server.pid, signal.SIGTERM)
