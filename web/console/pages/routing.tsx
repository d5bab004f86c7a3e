import { useState } from "preact/hooks";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { ProviderAccount, Rule, SubTenant } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { later } from "../../ui/parts/later.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import { Proposals, useSayChanged } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { ModeLinks, useMode } from "../parts/mode.tsx";
import { liveSteps, namesOf, proposedRules } from "../routing/describe.ts";
import { Rules } from "../routing/rules.tsx";
import "../styles/routing.css";

// The dry run stands beside the rules, and comes after them.
const DryRunPanel = later(async () => (await import("../routing/dry-run.tsx")).DryRunPanel);
const RuleForm = later(async () => (await import("../routing/rule-form.tsx")).RuleForm);

/** The rules in the order tried, with the dry run beside them: first asked, then saved. */
export default function RoutingPage() {
  const { routing: t } = useTexts();
  const mode = useMode();
  return (
    <Page title={t.title} tools={<ModeLinks />}>
      {/* A proposed order belongs to one mode. */}
      <RoutingOf key={mode} mode={mode} />
    </Page>
  );
}

function RoutingOf({ mode }: { readonly mode: Mode }) {
  const { routing: t } = useTexts();
  const rules = useRead<readonly Rule[]>(`/tenant/routing/rules?mode=${mode}&pageSize=100`);
  const subTenants = useRead<readonly SubTenant[]>("/tenant/sub-tenants?pageSize=100");
  const accounts = useRead<readonly ProviderAccount[]>(`/tenant/provider-accounts?mode=${mode}&pageSize=100`);
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const [edited, setEdited] = useState<Rule | "NEW" | null>(null);
  const may = useMayAct();
  const known = rules.data?.data ?? [];
  const names = namesOf(subTenants.data?.data ?? [], accounts.data?.data ?? []);
  const present = known.map(({ id }) => id);
  // A rule that a colleague added or deleted meanwhile: the proposed order no longer is one of all.
  const order = draft !== null && sameMembers(draft, present) ? draft : present;
  const isProposed = order.some((id, index) => id !== present[index]);
  const canMove = known.length > 1 && (rules.data?.meta?.total ?? 0) <= known.length;
  return (
    <>
      {accounts.data !== undefined && rules.data !== undefined && (
        <LiveSteps mode={mode} accounts={accounts.data.data} rules={known} />
      )}
      <Proposals
        subject={null}
        kinds={["CREATE_ROUTING_RULE", "UPDATE_ROUTING_RULE", "DELETE_ROUTING_RULE", "REORDER_ROUTING_RULES"]}
      />
      <div class="routing">
        <Card
          title={t.rules}
          tools={
            may("createRoutingRule") && (
              <button type="button" class="small" aria-haspopup="dialog" onClick={() => setEdited("NEW")}>
                {t.add}
              </button>
            )
          }
        >
          <Shown read={rules} rows={6}>
            {({ data }) =>
              data.length === 0 ? (
                <p>{t.empty}</p>
              ) : (
                <>
                  <p class="quiet">{canMove ? t.orderHint : t.tooMany(data.length)}</p>
                  <Rules
                    rules={data}
                    names={names}
                    order={order}
                    onOrder={setDraft}
                    canMove={canMove}
                    onEdit={setEdited}
                  />
                  {isProposed && may("reorderRoutingRules") && (
                    <SaveOrder mode={mode} order={order} onDone={() => setDraft(null)} />
                  )}
                </>
              )
            }
          </Shown>
        </Card>
        <Card title={t.dryRun}>
          <p class="quiet">{isProposed ? t.dryRunOfProposal : t.dryRunHint}</p>
          <DryRunPanel mode={mode} names={names} proposal={isProposed ? proposedRules(known, order) : null} />
        </Card>
      </div>
      {edited !== null && (
        <RuleForm
          mode={mode}
          rule={edited === "NEW" ? null : edited}
          rules={known}
          subTenants={subTenants.data?.data ?? []}
          names={names}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

const sameMembers = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

interface SaveOrderProps {
  readonly mode: Mode;
  readonly order: readonly string[];
  readonly onDone: () => void;
}

function SaveOrder({ mode, order, onDone }: SaveOrderProps) {
  const { routing: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission();
  const say = useSayChanged();
  const readAgain = useReadAgain();
  const save = async () => {
    const body = { mode, ruleIds: order };
    const answer = await act.send("/tenant/routing/rules/reorder", { method: "POST", body });
    if (answer === null) return;
    say(answer.data, t.orderSaved);
    await readAgain("/tenant/");
    onDone();
  };
  return (
    <div class="save-order">
      <p>{mode === "LIVE" ? t.orderTakesTwo : t.orderAtOnce}</p>
      <SubmissionProblem act={act} />
      <div class="actions">
        <button type="button" disabled={act.isSending} onClick={() => void save()}>
          {act.isSending ? words.sending : t.saveOrder}
        </button>
        <button type="button" class="quiet" onClick={onDone}>
          {t.undoOrder}
        </button>
      </div>
    </div>
  );
}

interface LiveStepsProps {
  readonly mode: Mode;
  readonly accounts: readonly ProviderAccount[];
  readonly rules: readonly Rule[];
}

/** Live mode without a way for payments: what is left to do, and what is done. */
function LiveSteps({ mode, accounts, rules }: LiveStepsProps) {
  const { routing: t } = useTexts();
  const steps = liveSteps(mode, accounts, rules);
  if (steps.length === 0) return null;
  return (
    <Card title={t.stepsTitle}>
      <p>{t.stepsText}</p>
      <ol class="steps">
        {steps.map(([step, isDone]) => (
          <li key={step}>
            {step === "RULE" ? t.steps[step] : <a href="/console/providers?mode=LIVE">{t.steps[step]}</a>}{" "}
            <Badge tone={isDone ? "good" : "quiet"} text={isDone ? t.stepDone : t.stepOpen} />
          </li>
        ))}
      </ol>
    </Card>
  );
}
