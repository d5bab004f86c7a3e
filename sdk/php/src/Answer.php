<?php

declare(strict_types=1);

namespace Cauris;

/**
 * The `data` and `meta` of an answer; a file's bytes are `data` too.
 *
 * @internal
 */
final class Answer
{
    /** @param array<string, mixed> $meta */
    public function __construct(public readonly mixed $data, public readonly array $meta = [])
    {
    }
}
