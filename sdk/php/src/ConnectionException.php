<?php

declare(strict_types=1);

namespace Cauris;

/** No answer came: whether it was done is not known. Repeat it with the same idempotency key, or read the object. */
final class ConnectionException extends CaurisException
{
}
