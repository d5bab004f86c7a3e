import { isoTime } from "../kit/clock.ts";
import { displayMoney } from "../kit/money.ts";
import { parseUrl } from "../kit/url.ts";
import type { Entry, EntryEnd } from "./book.ts";
import type { SentCallback } from "./callbacks.ts";
import { type Fault, type Faults, faultLabels } from "./faults.ts";
import { pageAnswer } from "./page.tsx";
import {
  type Holder,
  holders,
  type NotedRequest,
  readForm,
  type StandInAnswer,
  type StandInDefinition,
  type StandInRequest,
} from "./stand-in.ts";

/** No provider has an address of this name. */
export const CONTROL_PATH = "/stand-in";

interface ControlDeps {
  readonly definition: StandInDefinition;
  readonly faults: Faults;
  readonly callbackUrls: Map<Holder, string>;
  readonly book: () => readonly Entry[];
  readonly end: (key: Pick<Entry, "kind" | "holder" | "id">, end: EntryEnd) => void;
  readonly report: () => Promise<void>;
  readonly canRevokeTokens: () => boolean;
  readonly requests: () => readonly NotedRequest[];
  readonly callbacks: () => readonly SentCallback[];
}

const SHOWN_LENGTH_MAX = 50;

/**
 * The developer's page of a stand-in: what was asked, and who decides. A GET changes nothing; each POST is one act,
 * after which the browser goes back to the page. A POST from a page of another site is refused.
 */
export function createControlPage(deps: ControlDeps) {
  const acts: Readonly<Record<string, (form: URLSearchParams) => void>> = {
    [`${CONTROL_PATH}/operation`]: (form) => decide(deps, form),
    [`${CONTROL_PATH}/fault`]: (form) => orderFault(deps, form),
    [`${CONTROL_PATH}/calm`]: () => deps.faults.calm(),
    [`${CONTROL_PATH}/callback-url`]: (form) => setCallbackUrl(deps, form),
  };
  return async (request: StandInRequest): Promise<StandInAnswer> => {
    if (request.method === "GET" && request.path === CONTROL_PATH) return show(deps);
    const act = acts[request.path];
    if (request.method !== "POST" || act === undefined) return { status: 404 };
    if (isFromElsewhere(request)) return { status: 403, text: "The form is not from this page." };
    act(readForm(request.body));
    await deps.report();
    return { status: 303, headers: { location: CONTROL_PATH } };
  };
}

function isFromElsewhere({ headers }: StandInRequest): boolean {
  const { origin, host } = headers;
  return origin !== undefined && origin !== `http://${host}`;
}

function decide({ book, end }: ControlDeps, form: URLSearchParams): void {
  const entry = book().find(
    ({ kind, holder, id }) =>
      kind === form.get("kind") && holder === form.get("holder") && id === form.get("id"),
  );
  if (entry === undefined) return;
  const decision = form.get("decision");
  if (decision === "confirm") end(entry, "SUCCESS");
  if (decision === "silent") end(entry, "NEVER");
  if (decision === "decline") end(entry, { code: form.get("code") ?? "" });
}

function orderFault({ faults }: ControlDeps, form: URLSearchParams): void {
  const kind = form.get("fault") ?? "";
  if (isFault(kind))
    faults.next(kind, { times: form.get("often") === "always" ? Number.POSITIVE_INFINITY : 1 });
}

function isFault(name: string): name is Fault {
  return Object.hasOwn(faultLabels, name);
}

function setCallbackUrl({ callbackUrls }: ControlDeps, form: URLSearchParams): void {
  const holder = holders.find((one) => one === form.get("holder"));
  const url = form.get("url") ?? "";
  if (holder !== undefined && parseUrl(url) !== null) callbackUrls.set(holder, url);
}

function show(deps: ControlDeps): StandInAnswer {
  const { definition } = deps;
  return pageAnswer({
    title: `Stand-in: ${definition.title}`,
    children: (
      <>
        {definition.keepsCallbackUrl === true ? <CallbackAddresses {...deps} /> : null}
        <Operations {...deps} />
        <FaultSwitches {...deps} />
        <Requests {...deps} />
        <Callbacks {...deps} />
      </>
    ),
  });
}

function CallbackAddresses({ callbackUrls }: ControlDeps) {
  return (
    <section>
      <h2>Callback addresses</h2>
      <p class="soft">
        This provider keeps the address in its dashboard. Paste the <code>callbackUrl</code> of each account.
      </p>
      {holders.map((holder) => (
        <form key={holder} method="post" action={`${CONTROL_PATH}/callback-url`}>
          <input type="hidden" name="holder" value={holder} />
          <label>
            Of the {holder} account
            <input name="url" type="url" required value={callbackUrls.get(holder) ?? ""} />
          </label>
          <button type="submit" class="quiet">
            Save
          </button>
        </form>
      ))}
    </section>
  );
}

function Operations({ book, definition }: ControlDeps) {
  const entries = book().slice(0, SHOWN_LENGTH_MAX);
  return (
    <section>
      <h2>Operations</h2>
      {entries.length === 0 ? <p>Nothing was asked yet.</p> : null}
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.kind} ${entry.holder} ${entry.id}`}>
            <strong>
              {entry.kind} {displayMoney(entry.amount, "en")} {entry.status}
            </strong>
            <div class="soft">
              {isoTime(entry.createdAtMs)} · <code>{entry.id}</code> · reference {entry.reference ?? "none"} ·{" "}
              {entry.party ?? "no payer"} · {entry.holder} account
            </div>
            {entry.status === "PENDING" ? <Decision entry={entry} codes={definition.failureCodes} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decision({ entry, codes }: { readonly entry: Entry; readonly codes: readonly string[] }) {
  return (
    <form method="post" action={`${CONTROL_PATH}/operation`}>
      <input type="hidden" name="kind" value={entry.kind} />
      <input type="hidden" name="holder" value={entry.holder} />
      <input type="hidden" name="id" value={entry.id} />
      <button type="submit" name="decision" value="confirm">
        The payer confirms
      </button>
      <button type="submit" name="decision" value="silent" class="quiet">
        The payer closes the phone
      </button>
      {codes.length === 0 ? null : (
        <>
          <label>
            Failure code
            <select name="code">
              {codes.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </select>
          </label>
          <button type="submit" name="decision" value="decline" class="quiet">
            The payer declines
          </button>
        </>
      )}
    </form>
  );
}

function FaultSwitches({ faults, canRevokeTokens }: ControlDeps) {
  const ordered = faults.ordered();
  return (
    <section>
      <h2>Faults</h2>
      <form method="post" action={`${CONTROL_PATH}/fault`}>
        <label>
          The stand-in
          <select name="fault">
            {Object.entries(faultLabels)
              .filter(([kind]) => kind !== "EXPIRED_TOKEN" || canRevokeTokens())
              .map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
          </select>
        </label>
        <button type="submit" name="often" value="once">
          Next time
        </button>
        <button type="submit" name="often" value="always" class="quiet">
          From now on
        </button>
      </form>
      {ordered.length === 0 ? (
        <p class="soft">No fault is ordered.</p>
      ) : (
        <form method="post" action={`${CONTROL_PATH}/calm`}>
          <p>
            Ordered:{" "}
            {ordered
              .map(({ kind, times }) => `${faultLabels[kind]} (${Number.isFinite(times) ? times : "always"})`)
              .join("; ")}
          </p>
          <button type="submit" class="quiet">
            No more faults
          </button>
        </form>
      )}
    </section>
  );
}

function Requests({ requests }: ControlDeps) {
  return (
    <section>
      <h2>Requests</h2>
      <ul>
        {requests()
          .slice(0, SHOWN_LENGTH_MAX)
          .map(({ atMs, method, path, fault, result }) => (
            <li>
              {isoTime(atMs)}{" "}
              <code>
                {method} {path}
              </code>{" "}
              {result} {fault}
            </li>
          ))}
      </ul>
    </section>
  );
}

function Callbacks({ callbacks }: ControlDeps) {
  return (
    <section>
      <h2>Callbacks</h2>
      <ul>
        {callbacks()
          .slice(0, SHOWN_LENGTH_MAX)
          .map(({ atMs, url, result }) => (
            <li>
              {isoTime(atMs)} <code>{url ?? "no address"}</code> {result}
            </li>
          ))}
      </ul>
    </section>
  );
}
