"""Django: path("webhooks/cauris", receive) in urls.py, CAURIS_WEBHOOK_SECRET in settings.py."""

import logging

from cauris import WebhookVerificationError, webhooks
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST


# The service cannot know a CSRF token; the signature proves who calls.
@csrf_exempt
@require_POST
def receive(request: HttpRequest) -> HttpResponse:
    try:
        # Not request.POST: the signature covers the bytes as they arrived.
        event = webhooks.verify(request.body, request.headers, settings.CAURIS_WEBHOOK_SECRET)
    except WebhookVerificationError:
        return HttpResponse(status=400)
    # Store the event's id and do the work once, then answer. A task queue does slow work.
    logging.info("received %s %s", event["type"], event["id"])
    return HttpResponse(status=204)
