import type { Merchant } from "../../../ui/api/views.ts";
import { useTexts } from "../../i18n/index.ts";
import { Ask } from "../../parts/ask.tsx";

/** What an operator does with a merchant's account. Each act names the merchant and says what follows. */
export function MerchantActs({ merchant, path }: { readonly merchant: Merchant; readonly path: string }) {
  const { merchants: t } = useTexts();
  const { status, displayName: name } = merchant;
  const common = { refusals: t.refusals, isQuiet: true } as const;
  const reason = { name: "reason", label: t.reason, hint: t.reasonHint } as const;
  const words = { name: "messageToMerchant", label: t.words, hint: t.wordsHint, isOptional: true } as const;
  if (status === "CLOSED") return null;
  return (
    <div class="actions">
      <Ask
        {...common}
        act="inviteMerchantOwner"
        label={t.inviteOwner}
        text={t.inviteOwnerText(name)}
        fields={[{ name: "email", label: t.email, kind: "email", lengthMax: 254 }]}
        path={`${path}/owner-invitation`}
        done={t.ownerInvited}
      />
      {status === "PENDING" && (
        <Ask
          {...common}
          act="activateMerchant"
          label={t.activate}
          text={t.activateText(name)}
          fields={[{ ...reason, isOptional: true }]}
          path={`${path}/activate`}
          bodyOf={(values) => values}
          done={t.activated}
        />
      )}
      {status === "ACTIVE" && (
        <Ask
          {...common}
          act="suspendMerchant"
          label={t.suspend}
          text={t.suspendText(name)}
          fields={[reason, words]}
          path={`${path}/suspend`}
          done={t.suspended}
        />
      )}
      {status === "SUSPENDED" && (
        <Ask
          {...common}
          act="reinstateMerchant"
          label={t.reinstate}
          text={t.reinstateText(name)}
          fields={[{ ...reason, isOptional: true }]}
          path={`${path}/reinstate`}
          bodyOf={(values) => values}
          done={t.reinstated}
        />
      )}
      <Ask
        {...common}
        act="closeMerchant"
        label={t.close}
        text={t.closeText(name)}
        fields={[reason, words]}
        path={`${path}/close`}
        done={t.closed}
      />
    </div>
  );
}
