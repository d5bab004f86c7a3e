import type { ComponentChildren } from "preact";
import type { Messages } from "../i18n/index.ts";

interface LookedAtProps {
  readonly t: Messages;
  readonly children: ComponentChildren;
}

/** What the payer sees, for the merchant's people: to be read, not to be pressed. */
export function LookedAt({ t, children }: LookedAtProps) {
  return (
    <>
      <p class="test">{t.onlyLooks}</p>
      <div inert>{children}</div>
    </>
  );
}
