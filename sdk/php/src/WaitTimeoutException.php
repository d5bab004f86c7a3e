<?php

declare(strict_types=1);

namespace Cauris;

/** `Client::waitUntilDone` has waited as long as it should. The payment may still be paid. */
final class WaitTimeoutException extends \RuntimeException
{
}
