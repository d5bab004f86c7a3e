import { useMerchant } from "../../ui/app/scope.tsx";
import { SearchResults } from "../../ui/search/search.tsx";
import { hitPath } from "../hit-path.ts";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

/** The words of an area that are one text each, among them those of its states. Pure. */
const words = (area: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(area).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

/** Everything of this merchant and mode that a text names. */
export default function SearchPage() {
  const { merchantId } = useMerchant();
  const root = useRoot();
  const { beneficiaries, links, payouts, refunds } = useTexts();
  return (
    <SearchResults
      path={`/merchant/merchants/${merchantId}/search`}
      hrefOf={(hit) => `${root}/${hitPath(hit)}`}
      hasMerchants={false}
      statesOf={{
        beneficiary: words(beneficiaries),
        payment_link: words(links),
        payout: words(payouts),
        refund: words(refunds),
      }}
    />
  );
}
