import { useRead } from "../../ui/api/reads.ts";
import type { RefundFeePolicy } from "../../ui/api/views.ts";
import { Card } from "../../ui/parts/card.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";

const PATH = "/tenant/fees/refund-policy";

/** Whether the fee of a payment that is given back goes back too. One rule for both modes, so two operators change it. */
export function RefundPolicy() {
  const { fees: t } = useTexts();
  const read = useRead<RefundFeePolicy>(PATH);
  return (
    <Card title={t.refundPolicy}>
      <Shown read={read} rows={1}>
        {({ data: { policy } }) => {
          const other = policy === "KEEP" ? "RETURN" : "KEEP";
          return (
            <>
              <p>{t.refundPolicies[policy]}</p>
              <div class="actions">
                <Ask
                  act="setRefundFeePolicy"
                  label={t.changePolicy}
                  sendLabel={t.propose}
                  text={`${t.refundPolicies[other]} ${t.policySays}`}
                  path={PATH}
                  method="PUT"
                  bodyOf={() => ({ policy: other })}
                  done={t.proposed}
                  isQuiet
                />
              </div>
            </>
          );
        }}
      </Shown>
    </Card>
  );
}
