import type { Database, Queryable } from "../../db/database.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { LogoPicture } from "./picture.ts";

export interface LogoRow {
  readonly sourceUrl: string;
  readonly digest: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

export async function findLogo(db: Queryable, merchantNo: MerchantNo): Promise<LogoRow | null> {
  const [row] = await db.query<LogoRow>({
    text: `select source_url as "sourceUrl", digest, width, height from merchant_logos where merchant_no = $1`,
    values: [merchantNo],
  });
  return row ?? null;
}

export async function readPicture(
  db: Queryable,
  merchantNo: MerchantNo,
  digest: string,
): Promise<Buffer | null> {
  const [row] = await db.query<{ picture: Buffer }>({
    text: `select picture from merchant_logos where merchant_no = $1 and digest = $2`,
    values: [merchantNo, digest],
  });
  return row?.picture ?? null;
}

/** The problem of a picture that is not fetched for a while. */
export const GIVEN_UP = "GIVEN_UP";

/**
 * Requests the picture at this address; a picture of another address is dropped. Nothing happens when it was requested
 * before. A new address does not end the pause after a picture was given up: it could be the same file again.
 */
export async function wantLogo(
  db: Queryable,
  { merchantNo, sourceUrl, nowMs }: { merchantNo: MerchantNo; sourceUrl: string; nowMs: number },
): Promise<void> {
  await db.query({
    text: `insert into merchant_logos (merchant_no, source_url, next_check_at) values ($1, $2, $3)
           on conflict (merchant_no) do update
             set source_url = excluded.source_url, digest = null, picture = null, width = null, height = null,
                 checked_at = null, problem = case when merchant_logos.problem = $4 then $4 end,
                 next_check_at = case when merchant_logos.problem = $4 then merchant_logos.next_check_at
                                      else excluded.next_check_at end
           where merchant_logos.source_url <> excluded.source_url`,
    values: [merchantNo, sourceUrl, new Date(nowMs), GIVEN_UP],
  });
}

export interface DueLogo {
  readonly merchantNo: MerchantNo;
  readonly mode: "SANDBOX" | "LIVE";
  readonly sourceUrl: string;
  /** Drawings that began and never returned. */
  readonly tries: number;
}

/** Leases what is due until `leaseUntilMs`: if the process dies, the next one gets it. */
export function claimDue(
  db: Queryable,
  { nowMs, leaseUntilMs, limit }: { nowMs: number; leaseUntilMs: number; limit: number },
): Promise<readonly DueLogo[]> {
  return db.query<DueLogo>({
    text: `with due as (
             select merchant_no from merchant_logos where next_check_at <= $1
              order by next_check_at limit $3 for update skip locked
           )
           update merchant_logos l set next_check_at = $2
             from due join merchant_numbers n using (merchant_no)
            where l.merchant_no = due.merchant_no
        returning l.merchant_no as "merchantNo", n.mode, l.source_url as "sourceUrl", l.tries`,
    values: [new Date(nowMs), new Date(leaseUntilMs), limit],
  });
}

/**
 * Counts an attempt before a decoder sees the file. Only the death of the process leaves it counted: see `endTries`.
 */
export async function beginTry(db: Database, merchantNo: MerchantNo): Promise<void> {
  await db.query({
    text: "update merchant_logos set tries = tries + 1 where merchant_no = $1",
    values: [merchantNo],
  });
}

/** The drawing returned, whatever its result. */
export async function endTries(db: Database, merchantNo: MerchantNo): Promise<void> {
  await db.query({
    text: "update merchant_logos set tries = 0 where merchant_no = $1",
    values: [merchantNo],
  });
}

interface Looked {
  readonly merchantNo: MerchantNo;
  readonly sourceUrl: string;
  readonly nowMs: number;
  readonly nextCheckAtMs: number;
}

/** Stores the picture, unless the merchant has set another address meanwhile. */
export async function keepPicture(
  db: Database,
  { merchantNo, sourceUrl, nowMs, nextCheckAtMs }: Looked,
  { digest, picture }: { digest: string; picture: LogoPicture },
): Promise<void> {
  await db.query({
    text: `update merchant_logos
              set digest = $3, picture = $4, width = $5, height = $6, problem = null, checked_at = $7,
                  next_check_at = $8
            where merchant_no = $1 and source_url = $2`,
    values: [
      merchantNo,
      sourceUrl,
      digest,
      picture.png,
      picture.width,
      picture.height,
      new Date(nowMs),
      new Date(nextCheckAtMs),
    ],
  });
}

/** Stores the reason; an earlier picture of the same address stays. */
export async function keepProblem(
  db: Database,
  { merchantNo, sourceUrl, nowMs, nextCheckAtMs }: Looked,
  problem: string,
): Promise<void> {
  await db.query({
    text: `update merchant_logos set problem = $3, checked_at = $4, next_check_at = $5
            where merchant_no = $1 and source_url = $2`,
    values: [merchantNo, sourceUrl, problem, new Date(nowMs), new Date(nextCheckAtMs)],
  });
}
