<?php

declare(strict_types=1);

namespace Cauris;

/**
 * All entries of a list, read page by page as a loop goes on: `foreach ($cauris->charges->list() as $charge)`.
 *
 * @template Item
 * @implements \IteratorAggregate<int, Item>
 */
final class Pages implements \IteratorAggregate
{
    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly Call $call)
    {
    }

    /**
     * The first page alone, as the query asks for it.
     *
     * @return Page<Item>
     */
    public function page(): Page
    {
        return $this->read($this->call);
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        $call = $this->call;
        while (true) {
            $page = $this->read($call);
            foreach ($page->items as $item) {
                yield $item;
            }
            if (!$page->hasMore || $page->nextCursor === null) {
                return;
            }
            // A page's number and a cursor exclude each other.
            $call = $call->withQuery(['page' => null, 'starting_after' => $page->nextCursor] + $call->query);
        }
    }

    /** @return Page<Item> */
    private function read(Call $call): Page
    {
        $answer = $this->transport->send($call);
        /** @var list<Item> $items */
        $items = $answer->data;
        $cursor = $answer->meta['nextCursor'] ?? null;
        return new Page($items, is_string($cursor) ? $cursor : null, ($answer->meta['hasMore'] ?? null) === true);
    }
}
