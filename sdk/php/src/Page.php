<?php

declare(strict_types=1);

namespace Cauris;

/**
 * One page of a list.
 *
 * @template Item
 */
final class Page
{
    /**
     * @param list<Item> $items
     * @param string|null $nextCursor for `starting_after` of the next page; null on the last one
     */
    public function __construct(
        public readonly array $items,
        public readonly ?string $nextCursor,
        public readonly bool $hasMore,
    ) {
    }
}
