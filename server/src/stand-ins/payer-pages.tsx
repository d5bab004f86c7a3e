import { displayMoney } from "../kit/money.ts";
import type { Book, Entry } from "./book.ts";
import { pageAnswer } from "./page.tsx";
import { readForm, type StandInAnswer, type StandInRequest } from "./stand-in.ts";

/** The pages to which a provider redirects the payer: an approval in the provider's app, or of the card's bank. */
export interface PayerPages {
  urlOf(entry: Pick<Entry, "kind" | "holder" | "id">): string;
  /** Answers requests for these pages; null for every other request. */
  handle(request: StandInRequest): StandInAnswer | null;
}

const PATH = "/payer-page";

/**
 * One page per operation, with the buttons "confirm" and "decline". `decide` is called once, for a pending operation:
 * it ends the operation in the book, or not, and returns the address to which the payer goes. `leaveUrlOf` is where the
 * payer goes without a decision.
 */
export function createPayerPages(deps: {
  readonly book: Book;
  readonly baseUrl: string;
  /** The title of the page, such as "3-D Secure". */
  readonly title: string;
  readonly decide: (entry: Entry, decision: "confirm" | "decline") => string;
  readonly leaveUrlOf: (entry: Entry) => string;
}): PayerPages {
  const { book, baseUrl, title, decide, leaveUrlOf } = deps;
  const pathOf = ({ kind, holder, id }: Pick<Entry, "kind" | "holder" | "id">) =>
    [PATH, kind, holder, id].map((part, index) => (index === 0 ? part : encodeURIComponent(part))).join("/");
  const findByPath = (path: string) => book.list().find((entry) => pathOf(entry) === path) ?? null;

  const show = (entry: Entry): StandInAnswer =>
    pageAnswer({
      title,
      children: (
        <>
          <p class="amount">{displayMoney(entry.asked, "en")}</p>
          <p class="soft">Reference: {entry.reference ?? entry.id}</p>
          {entry.status === "PENDING" ? (
            <form method="post">
              <button type="submit" name="decision" value="confirm">
                Confirm
              </button>
              <button type="submit" name="decision" value="decline" class="quiet">
                Decline
              </button>
            </form>
          ) : (
            <p>This operation has ended: {entry.status}.</p>
          )}
          <p>
            <a href={leaveUrlOf(entry)}>Return to the merchant</a>
          </p>
        </>
      ),
    });

  return {
    urlOf: (entry) => `${baseUrl}${pathOf(entry)}`,
    handle: (request) => {
      if (!request.path.startsWith(`${PATH}/`)) return null;
      const entry = findByPath(request.path);
      if (entry === null)
        return pageAnswer({ title, status: 404, children: <p>There is no such operation.</p> });
      if (request.method === "GET") {
        book.hold(entry);
        return show(entry);
      }
      const decision = readForm(request.body).get("decision");
      if (request.method !== "POST" || (decision !== "confirm" && decision !== "decline")) {
        return { status: 400, text: "The decision is either confirm or decline." };
      }
      if (entry.status !== "PENDING") return show(entry);
      return { status: 303, headers: { location: decide(entry, decision) } };
    },
  };
}
