"""FastAPI: uvicorn fastapi_app:app --port 4001"""

import os

from cauris import WebhookVerificationError, webhooks
from fastapi import FastAPI, Request, Response

app = FastAPI()


@app.post("/webhooks/cauris")
async def receive(request: Request) -> Response:
    try:
        # Not a parameter of a model: the signature covers the bytes as they arrived.
        event = webhooks.verify(await request.body(), request.headers, os.environ["CAURIS_WEBHOOK_SECRET"])
    except WebhookVerificationError:
        return Response(status_code=400)
    # Store the event's id and do the work once, then answer. A task queue does slow work.
    print("received", event["type"], event["id"])
    return Response(status_code=204)
