/**
 * The accounts of the platform's book for one account at a provider, in one currency. Balances are debits minus credits:
 * what the platform holds, or has spent, is positive.
 *
 * - `clearing`: the counterpart of `clearing:<account>` in the merchants' wallets. Both together are zero when the
 *   provider's statements contain everything that was booked, and nothing else.
 * - `provider_balance`: what the account at the provider holds by its statements.
 * - `provider_fees`: what the provider took for its services.
 * - `in_transit`: sent by the provider to our bank, and not there yet.
 * - `bank`: arrived at our bank.
 * - `adjustment`: balances that were there before the first statement, and the provider's own corrections.
 */
export const railAccounts = [
  "adjustment",
  "bank",
  "clearing",
  "in_transit",
  "provider_balance",
  "provider_fees",
] as const;
export type RailAccount = (typeof railAccounts)[number];

/** Minor units, debits minus credits. */
export type RailBalances = { readonly [account in RailAccount]: bigint };
