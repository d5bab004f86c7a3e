import { useLayoutEffect, useRef } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Rule } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import { useSayChanged } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";
import { conditionsOf, moved, type Names } from "./describe.ts";

interface RulesProps {
  readonly rules: readonly Rule[];
  readonly names: Names;
  /** Ids in the order that is shown: the present one, or a proposed one. */
  readonly order: readonly string[];
  readonly onOrder: (order: readonly string[]) => void;
  /** False while the list is longer than one answer: then no order of all can be given. */
  readonly canMove: boolean;
  /** Opens the form of a rule. */
  readonly onEdit: (rule: Rule) => void;
}

type Move = { readonly id: string; readonly by: -1 | 1 };

/** The rules in the order tried. A rule moves by its buttons, or by the arrow keys on them. */
export function Rules({ rules, names, order, onOrder, canMove, onEdit }: RulesProps) {
  const { routing: t } = useTexts();
  const announce = useAnnounce();
  const list = useRef<HTMLOListElement>(null);
  const last = useRef<Move | null>(null);
  // A row that changes its place loses the focus; its button gets it back.
  useLayoutEffect(() => {
    if (last.current === null) return;
    const { id, by } = last.current;
    list.current?.querySelector<HTMLElement>(`[data-move="${id} ${by}"]`)?.focus();
    last.current = null;
  });
  const move = (id: string, by: -1 | 1) => {
    const next = moved(order, id, by);
    last.current = { id, by };
    onOrder(next);
    announce(t.nowAt(next.indexOf(id) + 1, next.length));
  };
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return (
    <ol class="rules" ref={list}>
      {order.map((id, index) => {
        const rule = byId.get(id);
        if (rule === undefined) return null;
        return (
          <li key={id}>
            <RuleRow rule={rule} names={names} onEdit={() => onEdit(rule)} />
            {canMove && (
              <MoveButtons
                id={id}
                number={index + 1}
                isFirst={index === 0}
                isLast={index === order.length - 1}
                onMove={move}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface MoveButtonsProps {
  readonly id: string;
  readonly number: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (id: string, by: -1 | 1) => void;
}

function MoveButtons({ id, number, isFirst, isLast, onMove }: MoveButtonsProps) {
  const { routing: t } = useTexts();
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    onMove(id, by);
  };
  // At the ends a button stays focusable: it only does nothing.
  return (
    <div class="moves">
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          class="quiet"
          data-move={`${id} ${by}`}
          aria-disabled={by === -1 ? isFirst : isLast}
          aria-label={by === -1 ? t.moveUp(number) : t.moveDown(number)}
          onClick={() => onMove(id, by)}
          onKeyDown={onKey}
        >
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={by === -1 ? "M6 10V2M2.5 5.5 6 2l3.5 3.5" : "M6 2v8M2.5 6.5 6 10l3.5-3.5"} />
          </svg>
        </button>
      ))}
    </div>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly names: Names;
  readonly onEdit: () => void;
}

/** What the rule is for and where it leads, with its own acts. */
function RuleRow({ rule, names, onEdit }: RuleRowProps) {
  const { routing: t } = useTexts();
  const ui = useUiTexts();
  const format = useFormat();
  const act = useSubmission();
  const may = useMayAct();
  const say = useSayChanged();
  const readAgain = useReadAgain();
  const path = `/tenant/routing/rules/${rule.id}`;
  const change = async (sent: Parameters<typeof act.send>[1], done: string) => {
    const answer = await act.send(path, sent);
    if (answer === null) return;
    say(answer.data, done);
    await readAgain("/tenant/");
  };
  const name = conditionsOf(rule, t, ui, format.amount);
  const entity = names.subTenants.get(rule.subTenantId) ?? rule.subTenantId;
  const switchTo = { method: "PATCH", body: { enabled: !rule.enabled, version: rule.version } } as const;
  return (
    <div class="rule">
      <p>
        <strong>{name}</strong>
      </p>
      <p>
        {entity}{" "}
        <span class="badges">
          {!rule.enabled && <Badge tone="quiet" text={t.disabled} />}
          {rule.enabled && rule.accountCount === 0 && <Badge tone="warn" text={t.noAccount} />}
        </span>
      </p>
      <div class="actions">
        {may("updateRoutingRule") && (
          <button type="button" class="link" aria-haspopup="dialog" onClick={onEdit}>
            {t.edit}
          </button>
        )}
        {may("updateRoutingRule") && (
          <button
            type="button"
            class="link"
            disabled={act.isSending}
            onClick={() => void change(switchTo, rule.enabled ? t.wasDisabled : t.wasEnabled)}
          >
            {act.isSending ? ui.act.sending : rule.enabled ? t.disable : t.enable}
          </button>
        )}
        {!rule.enabled && (
          <Ask
            act="deleteRoutingRule"
            label={t.remove}
            sendLabel={t.removeSend}
            text={`${t.removeText(name, entity)} ${rule.mode === "LIVE" ? t.takesTwo : t.atOnce}`}
            path={path}
            method="DELETE"
            done={t.wasDeleted}
            proposed={t.deletionProposed}
            isQuiet
          />
        )}
      </div>
      <SubmissionProblem act={act} />
    </div>
  );
}
