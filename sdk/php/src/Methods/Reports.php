<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type Currency from Types
 * @phpstan-import-type Instant from Types
 * @phpstan-import-type PaymentMethod from Types
 * @phpstan-import-type ReportSeries from Types
 * @phpstan-import-type ReportSummary from Types
 */
final class Reports
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Get a summary report. Takings, fees, refunds, payouts and money now by currency; how attempts ended, how long that took, why they failed. From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days.
     *
     * @param array{from?: Instant, to?: Instant, timeZone?: string, currency?: Currency, method?: PaymentMethod, operator?: string, country?: string} $query
     * @return ReportSummary
     */
    public function summary(array $query = [], ?float $timeoutSeconds = null): array
    {
        /** @var ReportSummary */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/reports/summary', query: $query, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Get a report over time. The same numbers for each hour, day, week or month of a time zone, and for each payment method, operator or country. From sums per hour that a background loop keeps, seconds behind the payments: `asOf` says how far. Attempts count in the hour in which they began, money in the hour in which it was booked, so that it agrees with statements. A period is of whole hours, at most 366 days.
     *
     * @param array{from?: Instant, to?: Instant, timeZone?: string, currency?: Currency, method?: PaymentMethod, operator?: string, country?: string, interval?: 'hour'|'day'|'week'|'month'|'period', groupBy?: 'none'|'method'|'operator'|'country'} $query
     * @return ReportSeries
     */
    public function series(array $query = [], ?float $timeoutSeconds = null): array
    {
        /** @var ReportSeries */
        return $this->transport->send(new Call('GET', '/merchant/merchants/{merchantId}/reports/series', query: $query, timeoutSeconds: $timeoutSeconds))->data;
    }
}
