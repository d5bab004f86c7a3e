<?php

declare(strict_types=1);

namespace Cauris;

/** 400, 413, 415, 422: the request broke a rule. Nothing was changed. */
final class InvalidRequestException extends CaurisException
{
    /**
     * The fields of the request that broke a rule.
     *
     * @return list<array{path: string, rule: string, message: string}>
     */
    public function fields(): array
    {
        /** @var list<array{path: string, rule: string, message: string}> */
        return is_array($this->details['fields'] ?? null) ? array_values($this->details['fields']) : [];
    }

    /** The path of the first refused field, such as `customer.email`; null when no field is to blame. */
    public function field(): ?string
    {
        return $this->fields()[0]['path'] ?? null;
    }
}
