import type { Queryable } from "../../db/database.ts";
import type { Caller } from "../../http/route.ts";

/** The name of the key, unless it is another merchant's, or of the person that calls. */
export async function readCallerName(
  db: Queryable,
  { actor, merchantNo }: Pick<Caller, "actor" | "merchantNo">,
): Promise<string | null> {
  const [row] =
    actor.kind === "key"
      ? await db.query<{ name: string }>({
          text: "select name from api_keys where merchant_no = $1 and id = $2",
          values: [merchantNo, actor.id],
        })
      : await db.query<{ name: string }>({
          text: "select name from persons where id = $1",
          values: [actor.id],
        });
  return row?.name ?? null;
}
