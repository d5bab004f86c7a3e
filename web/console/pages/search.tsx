import { SearchResults } from "../../ui/search/search.tsx";
import { hitPath } from "../hit-path.ts";

/** Everything of the tenant that a text names. */
export default function SearchPage() {
  return <SearchResults path="/tenant/search" hrefOf={(hit) => `/console/${hitPath(hit)}`} hasMerchants />;
}
