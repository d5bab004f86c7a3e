import type { Locale } from "../../server/src/kit/money.ts";
import type { PageAssets } from "../account/assets.ts";
import { renderDocument } from "../account/document.tsx";
import { accountPaths } from "../account/paths.ts";
import type { OwnMerchant } from "../ui/app/boot.ts";
import { homeOf } from "./surfaces.ts";
import { moved } from "./words.ts";

/** In place of every page of a merchant that has moved: where it is now, whom to ask, and where the reader can go on here. Pure. */
export function movedDocument(
  {
    merchant,
    merchants,
    locale,
  }: { readonly merchant: OwnMerchant; readonly merchants: readonly OwnMerchant[]; readonly locale: Locale },
  assets: PageAssets,
): string {
  const words = moved[locale];
  const cell = merchant.movedTo?.cell ?? null;
  const others = merchants.filter(({ movedTo, modes }) => movedTo === null && modes.length > 0);
  const title = words.title(merchant.displayName);
  const main = (
    <>
      <h1>{title}</h1>
      <div class="card">
        <p>{cell === null ? words.inDefault : words.inCell(cell)}</p>
        <p>{words.ask}</p>
        {others.length > 0 && (
          <>
            <h2>{words.others}</h2>
            <ul>
              {others.map((other) => (
                <li key={other.id}>
                  <a href={homeOf([other], null) ?? ""}>{other.displayName}</a>
                </li>
              ))}
            </ul>
          </>
        )}
        <p>
          <a href={accountPaths.merchant.account}>{words.account}</a>
        </p>
      </div>
    </>
  );
  return renderDocument(
    { locale, audience: "merchant", cell: null, title, main, languagePath: null },
    assets,
  );
}
