import type { ComponentChildren } from "preact";
import type { PaymentMethod } from "../../server/src/kit/payment-terms.ts";
import { markOf } from "./operator-marks.ts";

function Icon({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      {children}
    </svg>
  );
}

export function MethodIcon({ method }: { readonly method: PaymentMethod }) {
  switch (method) {
    case "MOBILE_MONEY":
      return (
        <Icon>
          <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
          <path d="M10.5 18.5h3" />
        </Icon>
      );
    case "CARD":
      return (
        <Icon>
          <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
          <path d="M2.5 9.5h19M6 15h4" />
        </Icon>
      );
    case "WALLET":
      return (
        <Icon>
          <path d="M4 6.5h13a2.5 2.5 0 0 1 2.5 2.5v9a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2h10" />
          <path d="M16 13.5h.01" />
        </Icon>
      );
    case "QR":
      return (
        <Icon>
          <path d="M4 4h6v6h-6zM14 4h6v6h-6zM4 14h6v6h-6zM14 14h2v2h-2zM18 14h2M14 19h2M19 17v3" />
        </Icon>
      );
    case "BANK_TRANSFER":
      return (
        <Icon>
          <path d="M3.5 9.5l8.5-5.5 8.5 5.5zM5.5 10v7M10 10v7M14 10v7M18.5 10v7M3.5 19.5h17" />
        </Icon>
      );
  }
}

export type Mark = "done" | "wait" | "warn" | "stop";

/** The icon at the top of a screen. The heading says the same in words. */
export function StateMark({ mark }: { readonly mark: Mark }) {
  return (
    <span class={`mark mark-${mark}`}>
      <Icon>
        {mark === "done" && <path d="M5 12.5l4.5 4.5 9.5-10" />}
        {mark === "wait" && <path d="M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18M12 7.5v4.5l3 2" />}
        {mark === "warn" && <path d="M12 6v7.5M12 17.5v.01" />}
        {mark === "stop" && <path d="M7 7l10 10M17 7l-10 10" />}
      </Icon>
    </span>
  );
}

/** An operator's sign; of one that has none, its first letter. The name stands beside it. */
export function OperatorBadge({
  operator,
  name,
}: {
  readonly operator: string | null;
  readonly name: string;
}) {
  const mark = markOf(operator);
  if (mark === null)
    return (
      <span class="badge" aria-hidden="true">
        {initials(name, 1)}
      </span>
    );
  return (
    <svg class="badge" viewBox="0 0 30 30" aria-hidden="true">
      <path fill={mark.ground} d="M0 0h30v30H0z" />
      {mark.fill !== undefined && <path fill={mark.ink} d={mark.fill} />}
      {mark.line !== undefined && <path fill="none" stroke={mark.ink} stroke-width="2.5" d={mark.line} />}
    </svg>
  );
}

/** First letters of the first words: `Boutique Adjoua` is BA. */
export function initials(name: string, count: number): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const letters = words.slice(0, count).map((word) => Array.from(word)[0] ?? "");
  return letters.join("").toUpperCase() || "?";
}
