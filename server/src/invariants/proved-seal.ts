/**
 * A left join to `base`: the wallet's last seal made before `$1`. What it covers was verified then, and neither seals
 * nor transfers can change since, so a check begins after it. For `$1` = minus infinity there is none, so everything is
 * checked.
 */
export const provedSealSql = (merchantNo: string, walletId: string): string => `
      left join lateral (
        select p.number, p.last_position, p.balances, p.hash from ledger_seals p
        where p.merchant_no = ${merchantNo} and p.wallet_id = ${walletId} and p.created_at < $1::timestamptz
        order by p.first_position desc limit 1
      ) base on true`;

/** The sum of a wallet's account according to `base`, `available=4900|fees=100|…`; zero without a seal. */
export const sealedSumSql = (account: string): string =>
  `coalesce(substring('|' || base.balances || '|' from '\\|${account}=(-?\\d+)\\|')::bigint, 0)`;
