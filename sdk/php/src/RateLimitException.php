<?php

declare(strict_types=1);

namespace Cauris;

/** 429: too many requests; the client has already waited and tried again. */
final class RateLimitException extends CaurisException
{
}
