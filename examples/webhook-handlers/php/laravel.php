<?php
// Laravel: app/Http/Controllers/CaurisWebhook.php, and in routes/api.php, which has no CSRF check:
//   Route::post('/webhooks/cauris', App\Http\Controllers\CaurisWebhook::class);

namespace App\Http\Controllers;

use Cauris\Webhooks;
use Cauris\WebhookVerificationException;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Log;

final class CaurisWebhook
{
    public function __invoke(Request $request): Response
    {
        try {
            // Not $request->all(): the signature covers the bytes as they arrived.
            $event = Webhooks::verify(
                $request->getContent(),
                $request->headers->all(),
                config('services.cauris.webhook_secret'),
            );
        } catch (WebhookVerificationException) {
            return new Response(status: 400);
        }
        // Store the event's id and do the work once, then answer. A queued job does slow work.
        Log::info("received {$event['type']} {$event['id']}");
        return new Response(status: 204);
    }
}
