<?php
// Symfony: src/Controller/CaurisWebhookController.php, with the secret as a parameter of services.yaml.

namespace App\Controller;

use Cauris\Webhooks;
use Cauris\WebhookVerificationException;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Attribute\Route;

final class CaurisWebhookController
{
    public function __construct(private readonly LoggerInterface $logger, private readonly string $caurisWebhookSecret)
    {
    }

    #[Route('/webhooks/cauris', methods: ['POST'])]
    public function __invoke(Request $request): Response
    {
        try {
            // Not $request->toArray(): the signature covers the bytes as they arrived.
            $event = Webhooks::verify($request->getContent(), $request->headers->all(), $this->caurisWebhookSecret);
        } catch (WebhookVerificationException) {
            return new Response(status: 400);
        }
        // Store the event's id and do the work once, then answer. A Messenger handler does slow work.
        $this->logger->info("received {$event['type']} {$event['id']}");
        return new Response(status: 204);
    }
}
