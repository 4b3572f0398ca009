"""LiteLLM, by which aider and others reach models, against a running `ergo serve`."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
from check import COUNT, LEAVE, base, check, holds, key, refused, user

litellm.telemetry = False
litellm.suppress_debug_info = True


def ask(messages, **more):
    given = {"model": "openai/ergo/auto", "api_base": base, "api_key": key, "num_retries": 0, **more}
    return litellm.completion(messages=messages, **given)


def answer():
    made = ask([user(LEAVE)], temperature=0)
    holds(made.choices[0].message.content, "25 days of paid leave a year. [1]", "Sources:")
    assert made.choices[0].finish_reason == "stop"


def stream():
    text, thought = "", ""
    for part in ask([user(COUNT)], stream=True):
        text += part.choices[0].delta.content or ""
        thought += getattr(part.choices[0].delta, "reasoning_content", None) or ""
    holds(text, "3 Markdown files")
    holds(thought, "answers by the engine")


def conversation():
    first = ask([user(COUNT)]).choices[0].message.content
    history = [{"role": "system", "content": "Be brief."}, user(COUNT), {"role": "assistant", "content": first}]
    holds(ask([*history, user("and in docs?")]).choices[0].message.content, "2 Markdown files")


def errors():
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}
    refused(litellm.BadRequestError, lambda: ask([user(COUNT)], tools=[tool]), "tools")
    refused(litellm.NotFoundError, lambda: ask([user(COUNT)], model="openai/gpt-4o"), "gpt-4o")
    refused(litellm.AuthenticationError, lambda: ask([user(COUNT)], api_key="wrong"), "token")


checks = {"answer": answer, "stream": stream, "conversation": conversation, "errors by their classes": errors}
for name, work in checks.items():
    check(name, work)
