"""The official client for Python against a running `ergo serve`."""

import asyncio
import re

import openai
from check import COUNT, LEAVE, base, check, holds, key, refused, user

client = openai.OpenAI(base_url=base, api_key=key, max_retries=0)


def models():
    ids = [model.id for model in client.models.list()]
    assert "ergo/auto" in ids and "ergo/graph" in ids, ids
    assert client.models.retrieve("ergo/cite").id == "ergo/cite"


def answer():
    made = client.chat.completions.create(model="ergo/auto", messages=[user(LEAVE)])
    choice = made.choices[0]
    assert re.search(r"25 days of paid leave a year\. \[1\]", choice.message.content), choice.message.content
    assert choice.finish_reason == "stop" and made.usage.total_tokens == 0
    cited = choice.message.annotations[0].url_citation
    assert choice.message.content[cited.start_index : cited.end_index] == "[1]"


def stream():
    text, thought, usage = "", "", None
    options = {"include_usage": True}
    for part in client.chat.completions.create(model="ergo/auto", messages=[user(COUNT)], stream=True, stream_options=options):
        if part.choices:
            text += part.choices[0].delta.content or ""
            thought += getattr(part.choices[0].delta, "reasoning_content", None) or ""
        usage = part.usage or usage
    assert "3 Markdown files" in text and thought and usage is not None, (text, thought, usage)


def helper():
    with client.chat.completions.stream(model="ergo/auto", messages=[user(COUNT)]) as events:
        for _ in events:
            pass
        assert "3 Markdown files" in events.get_final_completion().choices[0].message.content


def conversation():
    first = client.chat.completions.create(model="ergo/auto", messages=[user(COUNT)]).choices[0].message
    history = [user(COUNT), {"role": "assistant", "content": first.content}, user("and in docs?")]
    said = client.chat.completions.create(model="ergo/auto", messages=history).choices[0].message.content
    assert "2 Markdown files" in said, said


def responses():
    made = client.responses.create(model="ergo/auto", input=LEAVE)
    assert "25 days" in made.output_text, made.output_text
    again = client.responses.create(model="ergo/auto", input=COUNT)
    then = client.responses.create(model="ergo/auto", input="and in docs?", previous_response_id=again.id)
    assert "2 Markdown files" in then.output_text, then.output_text


def responses_stream():
    with client.responses.stream(model="ergo/auto", input=LEAVE) as events:
        kinds = {event.type for event in events}
        assert "25 days" in events.get_final_response().output_text
    assert {"response.created", "response.output_text.delta", "response.completed"} <= kinds, kinds


def leave():
    for _ in range(3):
        parts = client.chat.completions.create(model="ergo/auto", messages=[user(LEAVE)], stream=True)
        next(iter(parts))
        parts.close()
    answer()


def asynchronous():
    async def ask():
        own = openai.AsyncOpenAI(base_url=base, api_key=key, max_retries=0)
        made = await asyncio.gather(*(own.chat.completions.create(model="ergo/auto", messages=[user(q)]) for q in (LEAVE, COUNT, LEAVE)))
        return [each.choices[0].message.content for each in made]

    said = asyncio.run(ask())
    assert "25 days" in said[0] and "3 Markdown files" in said[1] and "25 days" in said[2], said


def errors():
    ask = client.chat.completions.create
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}
    refused(openai.BadRequestError, lambda: ask(model="ergo/auto", messages=[user(COUNT)], tools=[tool]), "tools")
    refused(openai.NotFoundError, lambda: ask(model="gpt-4", messages=[user(COUNT)]), "gpt-4")
    strange = openai.OpenAI(base_url=base, api_key="wrong", max_retries=0)
    refused(openai.AuthenticationError, lambda: strange.models.list(), "token")
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    refused(openai.BadRequestError, lambda: ask(model="ergo/auto", messages=[{"role": "user", "content": [image]}]))


def parts():
    content = [{"type": "text", "text": COUNT}]
    made = client.chat.completions.create(model="ergo/auto", messages=[{"role": "user", "content": content}])
    assert "3 Markdown files" in made.choices[0].message.content


for name, work in {
    "models": models,
    "answer": answer,
    "stream": stream,
    "stream helper": helper,
    "conversation": conversation,
    "content in parts": parts,
    "responses": responses,
    "responses streamed": responses_stream,
    "asynchronous, three at once": asynchronous,
    "stream left early": leave,
    "errors by their classes": errors,
}.items():
    check(name, work)
