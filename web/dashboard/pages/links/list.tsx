import type { PaymentLink } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { ExportButton } from "../../../ui/parts/export-button.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { useTexts } from "../../i18n/index.ts";
import { usePeriod, usePeriodFilters } from "../../parts/days.ts";
import { useRoot } from "../../root.ts";
import { usePriceText } from "./price-text.ts";
import { LinkState, linkStatuses } from "./state.tsx";

/** Payment links: how often each was paid, and whether it can still be paid. */
export default function LinksPage() {
  const { links: t } = useTexts();
  const format = useFormat();
  const priceText = usePriceText();
  const root = useRoot();
  const { query: address } = useAddress();
  const query = { ...usePeriod(), linkStatus: address.linkStatus, reference: address.reference };
  const path = "/payments/links";
  const add = (
    <a class="button" href={`${root}/links/new`}>
      {t.add}
    </a>
  );
  return (
    <Page title={t.title} tools={add}>
      <List<PaymentLink>
        caption={t.caption}
        path={path}
        query={query}
        filters={[
          ...usePeriodFilters(),
          {
            kind: "choice",
            name: "linkStatus",
            label: t.state,
            options: linkStatuses.map((one) => [one, t[one]]),
          },
          { kind: "text", name: "reference", label: t.reference },
        ]}
        columns={[
          {
            head: t.amount,
            cell: priceText,
            isNumber: true,
            card: "lead",
          },
          { head: t.state, cell: (link) => <LinkState link={link} />, card: "side" },
          { head: t.name, cell: (link) => link.title ?? link.slug },
          { head: t.uses, cell: (link) => t.usesOf(link.usesCount, link.maxUses), card: "quiet" },
          { head: t.reference, cell: (link) => link.reference, card: "quiet" },
          {
            head: t.created,
            cell: (link) => <time dateTime={link.createdAt}>{format.shortMoment(link.createdAt)}</time>,
            card: "quiet",
          },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/links/${id}`}
        empty={
          <>
            <p>{t.empty}</p>
            {add}
          </>
        }
        tools={<ExportButton path={path} query={query} />}
      />
    </Page>
  );
}
