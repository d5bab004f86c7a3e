/** Up to where a wallet's transfers are in verified files, and no longer here; zero when all are here. */
const detachedSql = (merchantNo: string, walletId: string): string => `
        coalesce((select max(d.last_position) from ledger_detachments d
          where d.merchant_no = ${merchantNo} and d.wallet_id = ${walletId}), 0)`;

/**
 * A left join to `base`: the wallet's last seal made before `$1`. What it covers was verified then, and neither seals
 * nor transfers can change since, so a check begins after it. For `$1` = minus infinity it is the end of
 * what was detached, or none, so everything that is here is checked.
 */
export const provedSealSql = (merchantNo: string, walletId: string): string => `
      left join lateral (
        select p.number, p.last_position, p.balances, p.hash from ledger_seals p
        where p.merchant_no = ${merchantNo} and p.wallet_id = ${walletId} 
          and (p.created_at < $1::timestamptz or p.last_position <= ${detachedSql(merchantNo, walletId)})
        order by p.first_position desc limit 1
      ) base on true`;

/** The sum of a wallet's account according to `base`, `available=4900|fees=100|…`; zero without a seal. */
export const sealedSumSql = (account: string): string =>
  `coalesce(substring('|' || base.balances || '|' from '\\|${account}=(-?\\d+)\\|')::bigint, 0)`;
