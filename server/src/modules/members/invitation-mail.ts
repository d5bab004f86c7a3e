import type { Queryable } from "../../db/database.ts";
import type { AccountActor } from "../../kit/actor.ts";
import type { MerchantId } from "../../kit/ids.ts";
import type { Locale } from "../../kit/money.ts";
import type { Outbox } from "../mail/index.ts";
import type { InvitationMail } from "./invitations.ts";
import { inviterName } from "./store-invitations.ts";

/** The zone of most merchants that this service is for, and that of whoever has not chosen one. */
const TIME_ZONE_DEFAULT = "Africa/Abidjan";

interface Names {
  readonly merchant: string;
  readonly inviter: string;
  readonly locale: Locale;
  readonly timeZone: string | null;
}

/**
 * The names in the mail, and how the reader reads: as its own account says where there is one, else as the merchant does.
 */
async function readNames(
  db: Queryable,
  merchantId: MerchantId,
  email: string,
  invitedBy: AccountActor,
): Promise<Names> {
  const [row] = await db.query<Names>({
    text: `select coalesce(n.display_name, m.display_name) as merchant, coalesce(p.locale, n.locale) as locale, p.time_zone as "timeZone",
             ${inviterName("$3")} as inviter
             from merchant_numbers n join merchants m on m.id = n.merchant_id left join persons p on p.email = $2
            where n.merchant_id = $1 and n.mode = 'LIVE'`,
    values: [merchantId, email, invitedBy.id],
  });
  if (row === undefined) throw new Error("a merchant has a number in each mode");
  return row;
}

/** Invitations leave through the outbox, in the transaction that makes them. */
export function createInvitationMail(outbox: Outbox): InvitationMail {
  return {
    canSend: outbox.canSend,
    send: async (tx, { merchantId, tenantId, email, invitedBy, expiresAtMs }, url) => {
      const { merchant, inviter, locale, timeZone } = await readNames(tx, merchantId, email, invitedBy);
      await outbox.queueMail(tx, {
        tenantId,
        to: { email, locale, timeZone: timeZone ?? TIME_ZONE_DEFAULT },
        content: { kind: "MEMBER_INVITATION", url, usefulUntilMs: expiresAtMs, merchant, inviter },
      });
    },
  };
}
