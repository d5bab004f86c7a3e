<?php

declare(strict_types=1);

namespace Cauris;

/** 401: there is no key, or it is not valid. */
final class AuthenticationException extends CaurisException
{
}
