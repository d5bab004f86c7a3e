<?php

declare(strict_types=1);

namespace Cauris;

/** 404: there is no such object for this key. */
final class NotFoundException extends CaurisException
{
}
