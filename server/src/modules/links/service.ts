import { errors } from "../../http/errors.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { createLinkChanger, linkKeyOf } from "./change-link.ts";
import { createCreateLink } from "./create-link.ts";
import type { LinksDeps } from "./deps.ts";
import { readLinkList } from "./list-links.ts";
import { createPayerSide } from "./payer.ts";
import type { LinkListQuery } from "./schemas.ts";
import { findLink } from "./store.ts";
import type { PaymentLink } from "./types.ts";
import { linkView } from "./view.ts";

export type Links = ReturnType<typeof createLinks>;

/** Payment links: the operations of merchants and payers. */
export function createLinks(deps: LinksDeps) {
  const { db, clock, merchants, publicUrl, cell } = deps;
  const changer = createLinkChanger(deps);
  const payer = createPayerSide(deps);

  const viewOf = async (link: PaymentLink) =>
    linkView(link, {
      profile: await merchants.profile(link.merchantNo),
      publicUrl,
      cell,
      nowMs: clock.nowMs(),
    });

  return {
    create: createCreateLink(deps),
    change: changer.change,
    cancel: changer.cancel,
    /** Refuses with RESOURCE_NOT_FOUND, also for another merchant's link. */
    get: async (merchantNo: MerchantNo, id: string) => {
      const link = await findLink(db, linkKeyOf(merchantNo, id));
      if (link === null) throw errors.RESOURCE_NOT_FOUND();
      return viewOf(link);
    },
    list: async (merchantNo: MerchantNo, query: LinkListQuery) => {
      const { links, meta } = await readLinkList(db, merchantNo, query, clock.nowMs());
      return { data: await Promise.all(links.map(viewOf)), meta };
    },
    publicView: payer.publicView,
    openSession: payer.openSession,
    merchantNoOf: payer.merchantNoOf,
    /** For the hosted pages. */
    pages: payer.pages,
  };
}
