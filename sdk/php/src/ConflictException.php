<?php

declare(strict_types=1);

namespace Cauris;

/** 409: the object's state forbids it now. */
final class ConflictException extends CaurisException
{
}
