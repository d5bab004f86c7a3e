<?php

declare(strict_types=1);

namespace Cauris;

/** 500 and more: the service could not do it. Repeat it with the same idempotency key. */
final class ServerException extends CaurisException
{
}
