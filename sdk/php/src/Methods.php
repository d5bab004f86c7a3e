<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris;

/** All operations, by what they are about. */
abstract class Methods
{
    public readonly Methods\CheckoutSessions $checkoutSessions;
    public readonly Methods\Checkout $checkout;
    public readonly Methods\PaymentLinks $paymentLinks;
    public readonly Methods\Charges $charges;
    public readonly Methods\PaymentIntents $paymentIntents;
    public readonly Methods\Refunds $refunds;
    public readonly Methods\Beneficiaries $beneficiaries;
    public readonly Methods\Payouts $payouts;
    public readonly Methods\PayoutBatches $payoutBatches;
    public readonly Methods\Wallets $wallets;
    public readonly Methods\WebhookEndpoints $webhookEndpoints;
    public readonly Methods\Events $events;
    public readonly Methods\ApiKeys $apiKeys;
    public readonly Methods\Networks $networks;
    public readonly Methods\Reports $reports;
    public readonly Methods\Sandbox $sandbox;
    public readonly Methods\Requests $requests;
    public readonly Methods\Exports $exports;

    public function __construct(Transport $transport)
    {
        $this->checkoutSessions = new Methods\CheckoutSessions($transport);
        $this->checkout = new Methods\Checkout($transport);
        $this->paymentLinks = new Methods\PaymentLinks($transport);
        $this->charges = new Methods\Charges($transport);
        $this->paymentIntents = new Methods\PaymentIntents($transport);
        $this->refunds = new Methods\Refunds($transport);
        $this->beneficiaries = new Methods\Beneficiaries($transport);
        $this->payouts = new Methods\Payouts($transport);
        $this->payoutBatches = new Methods\PayoutBatches($transport);
        $this->wallets = new Methods\Wallets($transport);
        $this->webhookEndpoints = new Methods\WebhookEndpoints($transport);
        $this->events = new Methods\Events($transport);
        $this->apiKeys = new Methods\ApiKeys($transport);
        $this->networks = new Methods\Networks($transport);
        $this->reports = new Methods\Reports($transport);
        $this->sandbox = new Methods\Sandbox($transport);
        $this->requests = new Methods\Requests($transport);
        $this->exports = new Methods\Exports($transport);
    }
}
