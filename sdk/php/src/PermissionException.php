<?php

declare(strict_types=1);

namespace Cauris;

/** 403: the key may not do this. */
final class PermissionException extends CaurisException
{
}
