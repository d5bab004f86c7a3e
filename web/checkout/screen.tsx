import type { ComponentChildren } from "preact";
import { qrPath } from "./qr.ts";
import { QrScreen } from "./screens/codes.tsx";
import { EndedScreen, FailedScreen, LateScreen, SuccessScreen, successHeading } from "./screens/ended.tsx";
import { FormScreen, failureHeading, hasChosenAnother } from "./screens/form.tsx";
import {
  CheckingScreen,
  checkingHeading,
  RedirectScreen,
  ReturnedScreen,
  WaitingScreen,
  waitingHeading,
} from "./screens/progress.tsx";
import { BankScreen } from "./screens/transfer.tsx";
import type { SessionView } from "./view.ts";

/** The names of a session's screens: each state of the session has exactly one. */
export type ScreenName =
  | "form"
  | "noMethod"
  | "waiting"
  | "checking"
  | "redirect"
  | "returned"
  | "qr"
  | "bank"
  | "retry"
  | "failed"
  | "success"
  | "late"
  | "expired"
  | "cancelled";

/** The screen of a session. An unknown outcome comes before everything else about an attempt. */
export function screenOf({
  session,
  choices,
  returned,
}: Pick<SessionView, "session" | "choices" | "returned">): ScreenName {
  // Money that arrived and did not pay is the most important fact, whatever the session's state is.
  if (session.lateMoney !== null) return "late";
  // It is there: nobody must be asked for it again, whatever became of the attempt.
  if (session.heldForReview && session.status !== "SUCCEEDED") return "checking";
  const payable = choices.choices.some((choice) => !choice.closed);
  switch (session.status) {
    case "OPEN":
      return payable ? "form" : "noMethod";
    case "PROCESSING":
      if (session.unknown) return "checking";
      if (session.nextStep === "REDIRECT" && session.actionUrl !== null)
        return returned ? "returned" : "redirect";
      // Confirmed there, and pending since: nothing was sent to the phone.
      if (returned && session.nextStep !== "DISPLAY_QR" && session.instructions === null) return "returned";
      if (session.nextStep === "DISPLAY_QR" && drawable(session.qrPayload)) return "qr";
      return session.instructions !== null ? "bank" : "waiting";
    case "FAILED":
      return session.retryable && payable ? "retry" : "failed";
    case "SUCCEEDED":
      return "success";
    case "EXPIRED":
      return "expired";
    case "CANCELLED":
      return "cancelled";
  }
}

/** A payload that does not fit in a QR code must not break the page: the payer gets the plain waiting screen. */
function drawable(payload: string | null): payload is string {
  if (payload === null || payload === "") return false;
  try {
    return qrPath(payload).size > 0;
  } catch {
    return false;
  }
}

export interface DrawnScreen {
  readonly title: string;
  readonly body: ComponentChildren;
  /** Seconds between reloads without a script; null where nothing changes, and where the payer is typing. */
  readonly refreshSeconds: number | null;
  /** Seconds between the script's questions; 0: each is held until something changes; null: it asks nothing. */
  readonly askSeconds: number | null;
}

/** Between the first reloads, and then between all others: most payers confirm at once, the others take minutes. */
const REFRESH_SECONDS = [5, 5, 10, 15] as const;
/** A transfer takes hours: the page reloads slowly. */
const REFRESH_SLOW_SECONDS = 30;

export function drawScreen(name: ScreenName, view: SessionView): DrawnScreen {
  const { t, session } = view;
  const failedTitle = failureHeading(view);
  const back = { url: session.cancelUrl, merchantName: session.merchantName };
  const still = (title: string, body: ComponentChildren): DrawnScreen => ({
    title,
    body,
    refreshSeconds: null,
    askSeconds: null,
  });
  const nextSeconds = REFRESH_SECONDS[view.waits] ?? 15;
  const live = (
    title: string,
    body: ComponentChildren,
    refreshSeconds: number = nextSeconds,
  ): DrawnScreen => ({
    title,
    body,
    refreshSeconds,
    askSeconds: 0,
  });
  /** The attempt has ended, and its money may still arrive: the service holds no question about it. */
  const late = (title: string, body: ComponentChildren): DrawnScreen => ({
    title,
    body,
    refreshSeconds: session.endedTransfer === null ? null : REFRESH_SLOW_SECONDS,
    askSeconds: REFRESH_SLOW_SECONDS,
  });
  switch (name) {
    case "form": {
      const title = t.pageTitle(view.amount, session.merchantName);
      return still(view.errors.length > 0 ? t.errorTitle(title) : title, <FormScreen view={view} />);
    }
    case "retry":
      return {
        ...late(
          hasChosenAnother(view) ? t.form.heading : t.errorTitle(failedTitle),
          <FormScreen view={view} />,
        ),
        refreshSeconds: null,
      };
    case "failed":
      return late(failedTitle, <FailedScreen view={view} />);
    case "waiting":
      return live(waitingHeading(view), <WaitingScreen view={view} />);
    case "checking":
      return session.status === "PROCESSING"
        ? live(checkingHeading(view), <CheckingScreen view={view} />)
        : late(checkingHeading(view), <CheckingScreen view={view} />);
    case "redirect":
      return live(t.redirect.heading, <RedirectScreen view={view} />, REFRESH_SLOW_SECONDS);
    case "returned":
      return live(t.returned.heading(session.operatorName), <ReturnedScreen view={view} />);
    case "qr":
      return live(t.qr.heading, <QrScreen view={view} payload={session.qrPayload ?? ""} />);
    case "bank":
      return session.instructions === null
        ? live(t.waiting.processing, <WaitingScreen view={view} />)
        : live(t.bank.heading, <BankScreen view={view} bank={session.instructions} />, REFRESH_SLOW_SECONDS);
    case "success":
      return still(successHeading(view), <SuccessScreen view={view} />);
    case "late":
      return still(t.late.heading, <LateScreen view={view} />);
    case "expired":
      return late(t.ended.expired, <EndedScreen ending="expired" t={t} back={back} view={view} />);
    case "cancelled":
      return late(t.ended.cancelled, <EndedScreen ending="cancelled" t={t} back={back} view={view} />);
    case "noMethod":
      return still(t.ended.noMethod, <EndedScreen ending="noMethod" t={t} back={back} />);
  }
}
