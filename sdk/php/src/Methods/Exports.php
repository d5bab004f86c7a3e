<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Pages;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type CreateExportRequest from Types
 * @phpstan-import-type Export from Types
 */
final class Exports
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * List exports. Newest first: the exports of lists that the caller may read, also of colleagues. Kept for 90 days, without their files after `expiresAt`.
     *
     * @param array{page?: int, pageSize?: int, limit?: int, starting_after?: string, ending_before?: string, sort?: '-createdAt'|'createdAt'} $query
     * @return Pages<Export>
     */
    public function list(array $query = [], ?float $timeoutSeconds = null): Pages
    {
        return new Pages($this->transport, new Call('GET', '/merchant/merchants/{merchantId}/exports', query: $query, timeoutSeconds: $timeoutSeconds));
    }

    /**
     * Export a list. Writes everything that a list shows with its filters into a file, CSV or XLSX. Up to 5 000 rows are there at once (`READY`); of a longer list the rest is written in the background (`PENDING`, see `rowsWritten`), at most a million rows. Rows that are added later are not in it. Whoever may read the list can download the file, until `expiresAt`: for seven days unless the platform has set another time. It needs the permission of the list, which is looked up again while the file is being made. At most 5 exports at a time.
     *
     * @param CreateExportRequest $body
     * @return Export
     */
    public function create(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var Export */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/exports', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get an export. Its progress, or why it failed.
     *
     * @return Export
     */
    public function get(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Export */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/exports/{id}', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Download an export. A CSV file is UTF-8 with a mark, lines ended by CRLF; texts that a spreadsheet would run as a formula get an apostrophe in front. A workbook has one sheet and no formula. Each download is in the audit log.
     *
     * @return string
     */
    public function download(string $id, ?float $timeoutSeconds = null): string
    {
        /** @var string */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/exports/{id}/file', ids: [$id], mayBeFile: true, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Cancel an export. Cancels the export and deletes its file, also of a finished one. Only the person or key that created it may do that.
     *
     * @return Export
     */
    public function cancel(string $id, ?float $timeoutSeconds = null): array
    {
        /** @var Export */
        return $this->transport->send(new Call('POST', '/merchant/merchants/{merchantId}/exports/{id}/cancel', ids: [$id], timeoutSeconds: $timeoutSeconds))->data;
    }
}
