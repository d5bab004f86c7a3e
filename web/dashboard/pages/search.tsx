import { useMerchant } from "../../ui/app/scope.tsx";
import { SearchResults } from "../../ui/search/search.tsx";
import { hitPath } from "../hit-path.ts";
import { useRoot } from "../root.ts";

/** Everything of this merchant and mode that a text names. */
export default function SearchPage() {
  const { merchantId } = useMerchant();
  const root = useRoot();
  return (
    <SearchResults
      path={`/merchant/merchants/${merchantId}/search`}
      hrefOf={(hit) => `${root}/${hitPath(hit)}`}
      hasMerchants={false}
    />
  );
}
