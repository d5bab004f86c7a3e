<?php

declare(strict_types=1);

namespace Cauris;

/** The message is not the service's, or not for this endpoint: answer 400 and do nothing. */
final class WebhookVerificationException extends \RuntimeException
{
}
