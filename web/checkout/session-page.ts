import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../server/src/kit/errors.ts";
import type { MethodOption, PageSession } from "../../server/src/kit/payer-pages.ts";
import { RETURN_MARK } from "../../server/src/kit/return-mark.ts";
import { arrangeChoices } from "./choices.ts";
import { buildRequest, errorsOfRefusal, type FormError } from "./completion-form.ts";
import type { PagesContext } from "./context.ts";
import { type PageDocument, renderDocument } from "./document.tsx";
import { sharedHeaders } from "./headers.ts";
import { amountText, chooseLocale, dictionaries, timeZoneOf } from "./i18n/index.ts";
import { lastUsedCookie, lastUsedFromCookie, withLastUsed } from "./last-used.ts";
import { withCustomer } from "./prefill.ts";
import { qrPng } from "./qr.ts";
import { receiptPdf } from "./receipt.ts";
import { leadTo, seeOther, sendPage, sentFromHere, waitAsTold, whenAgain } from "./respond.ts";
import { drawScreen, type ScreenName, screenOf } from "./screen.tsx";
import { AttemptFacts, HelpLine } from "./screens/help.tsx";
import { LookedAt } from "./screens/looked-at.tsx";
import { redirectTarget } from "./screens/progress.tsx";
import { isShort, renderShortWait } from "./screens/short-wait.tsx";
import { LeftNotice, WayOut } from "./screens/way-out.tsx";
import { readTyped, type Typed, typedCookie, typedFromCookie } from "./typed.ts";
import { pageUrl, type SessionView } from "./view.ts";

/** Only characters allowed in a path and a cookie; the service knows whether it names a session. */
const sessionIdPattern = /^[A-Za-z0-9_-]{1,128}$/;
/** In an address: how often the page was reloaded. Beyond the highest the pause stays the same. */
const WAITS = "wait";
const WAITS_MAX = 4;
/** Longer than any address: the field takes no more, and no more is shown again. */
const MAIL_CHARACTERS_MAX = 254;
const STATUS_OK = 200;
const STATUS_UNPROCESSABLE = 422;

type Params = { readonly Params: { readonly sessionId: string } };
type Query = Readonly<Record<string, unknown>>;

interface Drawing {
  readonly status?: number;
  readonly typed?: Typed;
  readonly errors?: readonly FormError[];
  readonly mailAddress?: string;
}

/**
 * The merchant looks at the payer's page: it shows what the payer sees, and nothing on it can be pressed. The visit is not
 * kept as the payer's.
 */
const LOOK_QUERY = "look=1";
const isLook = ({ query }: FastifyRequest): boolean => (query as Query).look === "1";

/** `GET /checkout/:sessionId`: the screen of the session's state. Never changes anything. */
export async function showSession(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request, isLook(request));
  if (session === null) return context.showEnding(request, reply, "notFound", 404);
  const options = await offeredMethods(context, session);
  return draw(context, request, reply, session, options);
}

/** `POST /checkout/:sessionId`: completes, then redirects to the page, so that a reload is safe. */
export async function submitSession(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null) return context.showEnding(request, reply, "notFound", 404);
  const typed = readTyped(fieldsOf(request));
  const view = viewOf(context, request, session, await offeredMethods(context, session), {
    typed,
  });
  const { t } = view;
  const back = (more: Readonly<Record<string, string>> = {}) => leadTo(request, reply, pageUrl(view, more));
  const again = (status: number, errors: readonly FormError[], kept: Typed = typed) =>
    send(context, request, reply, { ...view, typed: kept, errors }, status);

  if (!sentFromHere(request, context.origin))
    return again(403, [{ field: null, message: t.errors.foreignForm }]);
  if (session.status === "SUCCEEDED") return back({ already: "1" });
  const screen = screenOf(view);
  if (screen !== "form" && screen !== "retry") return back();

  const built = buildRequest(typed, {
    choices: view.choices,
    customFields: session.customFields,
    t,
    locale: view.locale,
  });
  const keepTyped = () =>
    reply.header("set-cookie", typedCookie({ ...typed, lang: view.locale }, view.path, context.https));
  if (built.kind === "errors") {
    // The number stays through the link to its own country.
    if (built.errors.some(({ country }) => country !== undefined)) keepTyped();
    return again(STATUS_UNPROCESSABLE, built.errors, built.typed);
  }
  const keepChoice = () => {
    const cookie = lastUsedCookie(typed, context.https);
    if (cookie !== null) reply.header("set-cookie", cookie);
  };
  try {
    const facts = { ip: request.ip, requestId: request.id };
    const completion = await context.checkout.complete(session.sessionId, built.request, facts);
    request.answered = completion;
    keepTyped();
    keepChoice();
    return back(completion.nextStep === "REDIRECT" ? { go: "1" } : {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const errors = errorsOfRefusal(error, { typed, customFields: session.customFields, t });
    if (errors !== null) {
      waitAsTold(reply, error);
      const { status } = error.declaration;
      return again(status === 429 || status === 503 ? status : STATUS_UNPROCESSABLE, errors);
    }
    switch (error.declaration.name) {
      case "CHECKOUT_SESSION_ALREADY_COMPLETED":
        return back({ already: "1" });
      // The page shows the session's new state: failed with its reason, expired, or an attempt in flight.
      case "PAYMENT_FAILED":
      case "CHECKOUT_SESSION_EXPIRED":
      case "CHECKOUT_SESSION_NOT_OPEN":
      case "CHECKOUT_NO_PAYMENT_METHODS":
        keepTyped();
        return back();
      // The session came from a link whose uses others have used up, or that has ended since.
      case "PAYMENT_LINK_MAX_USES_REACHED":
        return context.showEnding(request, reply, "linkExhausted", 409);
      case "PAYMENT_LINK_EXPIRED":
        return context.showEnding(request, reply, "linkExpired", 409);
      case "PAYMENT_LINK_NOT_ACTIVE":
        return context.showEnding(request, reply, "linkClosed", 409);
      case "MERCHANT_KYB_NOT_APPROVED":
        return context.showEnding(request, reply, "merchantClosed", 409);
      default:
        throw error;
    }
  }
}

/** `POST /checkout/:sessionId/leave`: the payer chooses another way. The page then shows the state, whatever it is. */
export async function leaveAttempt(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null) return context.showEnding(request, reply, "notFound", 404);
  const view = viewOf(context, request, session, [], {});
  if (!sentFromHere(request, context.origin)) return seeOther(reply, pageUrl(view));
  try {
    await context.checkout.leave(session.sessionId);
  } catch (error) {
    // The attempt has ended, or its outcome is unknown by now: the page says so.
    const isState = error instanceof Refusal && error.declaration.status === 409;
    if (!isState) throw error;
  }
  return seeOther(reply, pageUrl(view, { left: "1" }));
}

/** `POST /checkout/:sessionId/receipt-mail`: the receipt to an address. What is wrong is said on the receipt, which changes in nothing. */
export async function mailReceipt(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null || session.receipt === null)
    return context.showEnding(request, reply, "notFound", 404);
  const { email } = fieldsOf(request);
  const address = typeof email === "string" ? email : "";
  const mailAddress = address.slice(0, MAIL_CHARACTERS_MAX);
  const again = (status: number, message: string) => {
    const errors = [{ field: "email", message }];
    return send(
      context,
      request,
      reply,
      viewOf(context, request, session, [], { errors, mailAddress }),
      status,
    );
  };
  const { t, locale, ...view } = viewOf(context, request, session, [], {});
  if (!sentFromHere(request, context.origin)) return again(STATUS_UNPROCESSABLE, t.errors.foreignForm);
  const { operatorName, paymentMethod } = session.receipt;
  try {
    const mail = {
      email: address,
      locale,
      timeZone: timeZoneOf(session.countryCode),
      method: operatorName ?? t.methods[paymentMethod],
    };
    await context.checkout.mailReceipt(session.sessionId, mail, { ip: request.ip, requestId: request.id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status } = error.declaration;
    if (status === 400) return again(STATUS_UNPROCESSABLE, t.success.mail.wrong);
    if (status !== 429) throw error;
    waitAsTold(reply, error);
    return again(status, t.errors.tooMany(whenAgain(error, t)));
  }
  return seeOther(reply, pageUrl(view, { mailed: "1" }));
}

/** `GET /checkout/:sessionId/qr.png`: the code of the attempt in flight, to save. */
export async function downloadQr(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null || session.qrPayload === null || session.status !== "PROCESSING")
    return context.showEnding(request, reply, "notFound", 404);
  return reply
    .headers({ ...sharedHeaders, "cache-control": "no-store" })
    .header("content-disposition", 'attachment; filename="code-qr.png"')
    .type("image/png")
    .send(qrPng(session.qrPayload));
}

/** `GET /checkout/:sessionId/receipt.pdf`: the receipt of a payment that was taken, in the page's language. */
export async function downloadReceipt(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const session = await sessionOf(context, request);
  if (session === null || session.receipt === null || session.status !== "SUCCEEDED")
    return context.showEnding(request, reply, "notFound", 404);
  const { t, locale, amount } = viewOf(context, request, session, [], {});
  const logo = await context.logoFile(session.logo);
  const { origin } = context;
  const pdf = await receiptPdf({ session, receipt: session.receipt, amount, t, locale, logo, origin });
  return reply
    .headers({ ...sharedHeaders, "cache-control": "no-store" })
    .header("content-disposition", `attachment; filename="${session.receipt.chargeId}.pdf"`)
    .type("application/pdf")
    .send(pdf);
}

async function sessionOf(
  context: PagesContext,
  request: FastifyRequest<Params>,
  onlyLooks = false,
): Promise<PageSession | null> {
  const { sessionId } = request.params;
  if (!sessionIdPattern.test(sessionId)) return null;
  try {
    return await context.checkout.page(sessionId, onlyLooks);
  } catch (error) {
    if (error instanceof Refusal && error.declaration.status === 404) return null;
    throw error;
  }
}

/** The options, where there is a choice. */
async function offeredMethods(
  { checkout }: PagesContext,
  session: PageSession,
): Promise<readonly MethodOption[]> {
  const isChoosing = session.status === "OPEN" || (session.status === "FAILED" && session.retryable);
  if (!isChoosing) return [];
  try {
    return await checkout.methods(session.sessionId);
  } catch (error) {
    // The session changed between the two reads, or offers nothing: its own state decides what to show.
    if (error instanceof Refusal && error.declaration.status === 409) return [];
    throw error;
  }
}

function viewOf(
  context: PagesContext,
  request: FastifyRequest<Params>,
  session: PageSession,
  options: readonly MethodOption[],
  { typed, errors = [], mailAddress = "" }: Drawing,
): SessionView {
  const query = request.query as Query;
  const before = typedFromCookie(request.headers.cookie);
  const last = lastUsedFromCookie(request.headers.cookie);
  const asked = typeof query.country === "string" ? query.country : null;
  const nobodyTyped = typed === undefined && before.method === null;
  const proposed = withLastUsed(before, last);
  const kept = typed ?? (nobodyTyped ? withCustomer(proposed, session.customer, options, asked) : proposed);
  const usual = chooseLocale(before.lang, session.locale);
  const locale = chooseLocale(typeof query.lang === "string" ? query.lang : null, usual);
  // A newly requested country takes precedence over that of an earlier visit.
  const country = asked ?? kept.country;
  const choices = arrangeChoices(options, { country, home: session.countryCode, method: kept.method });
  return {
    t: dictionaries[locale],
    locale,
    session,
    amount: amountText(locale, session.amount, session.currency),
    origin: context.origin,
    statusPath: context.statusPath(session.sessionId),
    path: `/checkout/${session.sessionId}`,
    langQuery: locale === usual ? "" : `lang=${locale}`,
    choices,
    typed: kept,
    errors,
    lastUsed: nobodyTyped ? (last?.method ?? null) : null,
    justSent: query.go === "1",
    waits: waitsOf(query[WAITS]),
    returned: query[RETURN_MARK] === "1",
    mailAddress,
    mailed: query.mailed === "1",
    alreadyPaid: query.already === "1",
    justLeft: query.left === "1",
  };
}

function waitsOf(value: unknown): number {
  const count = typeof value === "string" && /^[0-9]{1,2}$/.test(value) ? Number(value) : 0;
  return Math.min(count, WAITS_MAX);
}

async function draw(
  context: PagesContext,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
  session: PageSession,
  options: readonly MethodOption[],
) {
  const view = viewOf(context, request, session, options, {});
  if (isLook(request)) return send(context, request, reply, view, STATUS_OK);
  if (screenOf(view) === "returned") await context.checkout.returned(session.sessionId);
  // Paid: the typed values are no longer needed, and should not stay on a shared phone.
  if (session.status === "SUCCEEDED" && request.headers.cookie !== undefined)
    reply.header("set-cookie", typedCookie(null, view.path, context.https));
  return send(context, request, reply, view, STATUS_OK);
}

async function send(
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  view: SessionView,
  status: number,
) {
  const { session, t, locale } = view;
  const name = screenOf(view);
  const isChoosing = name === "form" || name === "retry";
  const screen = drawScreen(name, view);
  const onlyLooks = request.method === "GET" && isLook(request);
  const target = onlyLooks ? null : redirectTarget(view);
  const refresh = onlyLooks ? null : refreshOf(view, name, screen.refreshSeconds, target);
  if (refresh !== null && isShort(name, view)) {
    const page = renderShortWait(view, screen, refresh, context.assets.css.wait);
    return sendPage(request, reply, page, status, "short");
  }
  const help = HelpLine({
    t,
    merchantName: session.merchantName,
    help: session.help,
    reference: session.shortReference,
  });
  const isInTrouble = troubled.includes(name);
  const body = [
    isChoosing ? LeftNotice({ view }) : null,
    screen.body,
    AttemptFacts({ view }),
    isInTrouble ? help : null,
    WayOut({ view }),
  ];
  const page: PageDocument = {
    t,
    locale,
    // The form's title names the merchant already.
    title: name === "form" ? screen.title : `${screen.title} · ${session.merchantName}`,
    order: {
      logo: await context.logoOf(session.logo),
      merchantName: session.merchantName,
      runBy: session.runBy,
      amount: view.amount,
      amountLabel: isPayable(session) ? undefined : t.success.amount,
      ...(isChoosing ? { fee: feeText(view) } : {}),
      title: session.title,
      description: session.description,
      ...(session.primaryColor === undefined ? {} : { primaryColor: session.primaryColor }),
      testGuidePath: context.testGuidePath,
      ...(session.mode === undefined ? {} : { mode: session.mode }),
    },
    main: onlyLooks ? LookedAt({ t, children: body }) : body,
    help: isInTrouble ? null : help,
    look: name === "form" || name === "retry" ? name : name === "success" ? "receipt" : "state",
    ...(session.status === "PROCESSING" ? { unsent: t.wayOut.unsent } : {}),
    ...(name === "success" ? { unsent: t.success.offline } : {}),
    path: view.path,
    ...(onlyLooks ? { query: LOOK_QUERY } : name === "returned" ? { query: `${RETURN_MARK}=1` } : {}),
    refresh,
    goTo: target,
    watch:
      screen.askSeconds === null || onlyLooks
        ? null
        : {
            url: view.statusPath,
            state: `${session.status} ${session.nextStep ?? ""}`,
            everySeconds: screen.askSeconds,
          },
  };
  return sendPage(request, reply, renderDocument(page, context.assets), status);
}

/** Whether the amount is still to be paid. */
const isPayable = ({ status, retryable, lateMoney }: PageSession): boolean =>
  lateMoney === null && (status === "OPEN" || status === "PROCESSING" || (status === "FAILED" && retryable));

/** What the payer bears beside the amount: the service says how much, never the page. */
const feeText = ({ t, locale, session: { payerFee, currency } }: SessionView): string =>
  payerFee === "0" ? t.form.noFee : t.form.fee(amountText(locale, payerFee, currency));

/** Where a payer needs somebody to ask: how to reach the merchant stands in the text there, and at the foot of all others. */
const troubled: readonly ScreenName[] = ["checking", "failed", "late", "expired"];

/** The screens of a payer who is waited for: their reloads are counted, and become rarer. */
const counted: readonly ScreenName[] = ["waiting", "checking", "returned", "qr"];

/** Where a browser without the script goes next, and when. */
function refreshOf(
  view: SessionView,
  name: ScreenName,
  seconds: number | null,
  target: string | null,
): string | null {
  if (target !== null) return `0;url=${target}`;
  if (seconds === null) return null;
  if (!counted.includes(name)) return `${seconds}`;
  const mark = name === "returned" ? { [RETURN_MARK]: "1" } : {};
  // Relative: the address of a session is longer than all that a refresh says.
  const next = { ...mark, [WAITS]: `${Math.min(view.waits + 1, WAITS_MAX)}` };
  return `${seconds};url=${pageUrl({ ...view, path: "" }, next)}`;
}

/** Form fields as parsed; anything else a client may send is an empty form. */
function fieldsOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}
