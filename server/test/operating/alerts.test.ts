import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { read } from "../../src/metrics/database-table.ts";
import { counted } from "../../src/metrics/table.ts";
import { readExpression } from "./promql.ts";

/** Alerts, boards and runbooks name only metrics that exist, with labels that they have. */
const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const readText = (path: string): string => readFileSync(join(root, path), "utf8");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
interface Groups {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}
interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat?: string }[];
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}
interface Board {
  readonly title: string;
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query?: unknown }[] };
}

const { groups } = parse(readText("deploy/prometheus/alerts.yml")) as Groups;
const rules = groups.flatMap((group) => group.rules);
const boards = readdirSync(join(root, "deploy/grafana"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => [file, JSON.parse(readText(`deploy/grafana/${file}`)) as Board] as const);

/** What others show: Prometheus itself, Node.js, and the exporters that the comments in the rules name. */
const foreign = new Set([
  "up",
  "node_filesystem_avail_bytes",
  "node_filesystem_size_bytes",
  "probe_ssl_earliest_cert_expiry",
]);
const fromNode =
  /^(?:nodejs_(?:eventloop_lag(?:_mean|_p99)?_seconds|heap_size_used_bytes|gc_duration_seconds_sum|active_handles_total)|process_(?:cpu_seconds_total|resident_memory_bytes|open_fds))$/;
const targetLabels = ["job", "instance"];

const labelsByMetric = new Map<string, readonly string[]>();
for (const { name, type, labels } of [...counted, ...read]) {
  if (type !== "histogram") labelsByMetric.set(name, labels);
  else {
    labelsByMetric.set(`${name}_bucket`, [...labels, "le"]);
    for (const end of ["sum", "count"]) labelsByMetric.set(`${name}_${end}`, labels);
  }
}

/** What is wrong with an expression, its metrics and its labels. */
function problemsOf(text: string): readonly string[] {
  const { selectors, grouping, problems } = readExpression(text);
  const known = selectors.flatMap(({ metric }) => labelsByMetric.get(metric) ?? []);
  const isForeign = selectors.every(({ metric }) => !labelsByMetric.has(metric));
  return [
    ...problems,
    ...selectors.flatMap(({ metric, labels }) => {
      if (foreign.has(metric) || fromNode.test(metric)) return [];
      const own = labelsByMetric.get(metric);
      if (own === undefined) return [`${metric} does not exist`];
      return labels
        .filter((label) => ![...own, ...targetLabels].includes(label))
        .map((label) => `${metric} has no label ${label}`);
    }),
    ...grouping
      .filter((label) => !isForeign && ![...known, ...targetLabels, "mountpoint"].includes(label))
      .map((label) => `nothing here has the label ${label}`),
  ];
}

describe("the reader of expressions", () => {
  it.each([
    ["sum(rate(cauris_payments_total[5m])", /not closed/],
    ["sum(rate(cauris_payments_total[5m])))", /closes nothing/],
    ["rates(cauris_payments_total[5m])", /rates is no function/],
    ["rate(cauris_payments_total[soon])", /no duration/],
    ["cauris_payment_total", /cauris_payment_total does not exist/],
    ["cauris_lane_wait_seconds", /does not exist/],
    ['cauris_payments_total{merchant="x"}', /has no label merchant/],
    ["sum by (merchant) (cauris_payments_total)", /has the label merchant/],
    ["cauris_payments_total{mode=LIVE}", /not complete/],
    ["cauris_payments_total ~ 3", /not understood/],
    ["1 + 1", /no metric/],
  ])("refuses %s", (text, problem) => {
    expect(problemsOf(text).join("; ")).toMatch(problem);
  });

  it.each([
    'sum by (le, operator) (rate(cauris_time_to_truth_seconds_bucket{mode="LIVE"}[1h])) > 300 and on() up == 1',
    "time() - max(cauris_invariant_checked_timestamp_seconds) > 2 * 3600",
    'rate(cauris_payments_total{status=~"SUCCEEDED|FAILED",operator=~"$operator"}[$__rate_interval])',
  ])("takes %s", (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe("alerts", () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    "%s can fire, and has its page",
    (alert, rule) => {
      expect(problemsOf(rule.expr)).toEqual([]);
      expect(rule.for ?? "1m").toMatch(/^\d+[smh]$/);
      expect(["page", "ticket"]).toContain(rule.labels.severity);
      expect(rule.annotations.summary).toMatch(/\.$/);
      const page = readText(rule.annotations.runbook);
      expect(page.split("\n", 1)[0]).toContain(alert);
      for (const part of ["## Look at\n", "## Do\n", "## It is over when\n"]) expect(page).toContain(part);
    },
  );

  it("have names of their own, and no page without an alert", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(rules.length).toBeGreaterThanOrEqual(12);
    const named = new Set(rules.map(({ annotations }) => basename(annotations.runbook)));
    const pages = readdirSync(join(root, "docs/operating/runbooks"));
    expect(pages.filter((page) => !named.has(page))).toEqual([]);
  });

  it("judge routes that exist", () => {
    const { paths } = JSON.parse(readText("docs/reference/openapi.json")) as {
      paths: Record<string, unknown>;
    };
    const routes = Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
    const judged = rules.flatMap(({ expr }) => [...expr.matchAll(/http_route=~"\/api\/v1\/\(([^"]+)\)"/g)]);
    const named = judged.flatMap(([, list = ""]) => list.split("|").map((path) => `/api/v1/${path}`));
    expect(named.length).toBeGreaterThan(3);
    const isRoute = (path: string) => routes.some((route) => path === route || path === `/api/v1${route}`);
    expect(named.filter((path) => !isRoute(path))).toEqual([]);
  });
});

const promtool = process.env.PROMTOOL ?? "promtool";
const hasPromtool = await run(promtool, ["--version"]).then(
  () => true,
  () => false,
);
if (!hasPromtool)
  console.info("skipped: there is no promtool on this machine (package prometheus, or PROMTOOL)");

it.skipIf(!hasPromtool)("Prometheus's own tool takes the alerts", async () => {
  const { stdout } = await run(promtool, ["check", "rules", join(root, "deploy/prometheus/alerts.yml")]);
  expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
});

it.skipIf(!hasPromtool)("alerts fire, and end when the trouble is over", async () => {
  const { stdout, stderr } = await run(promtool, [
    "test",
    "rules",
    join(import.meta.dirname, "alerts.promtool.yml"),
  ]);
  expect(`${stdout}${stderr}`).toContain("SUCCESS");
});

describe("boards", () => {
  it.each(boards)("%s names metrics that exist, and its panels do not overlap", (_file, board) => {
    const wrong = board.panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) => problemsOf(expr).map((problem) => `${title}: ${problem}`)),
    );
    expect(wrong).toEqual([]);
    expect(board.panels.filter(({ targets }) => targets === undefined || targets.length === 0)).toEqual([]);
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_none, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  it("are four, with names of their own", () => {
    expect(boards.map(([file]) => file).toSorted()).toEqual([
      "database.json",
      "money.json",
      "service.json",
      "webhooks.json",
    ]);
    expect(new Set(boards.map(([, { uid }]) => uid)).size).toBe(boards.length);
  });
});

test("runbooks and pages name only metrics that exist", () => {
  const pages = [
    ...readdirSync(join(root, "docs/operating/runbooks")).map((page) => `docs/operating/runbooks/${page}`),
    "docs/operating/metrics.md",
    "docs/operating/alerts.md",
  ];
  const families = new Set([...counted, ...read].map(({ name }) => name));
  const wrong = pages.flatMap((page) =>
    [...readText(page).matchAll(/\b(?:cauris_[a-z_]+[a-z]|nodejs_[a-z0-9_]+[a-z])\b/g)]
      .map(([name]) => name)
      .filter((name) => !families.has(name) && !labelsByMetric.has(name) && !fromNode.test(name))
      .map((name) => `${page}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("links of the runbooks lead somewhere", () => {
  const wrong = readdirSync(join(root, "docs/operating/runbooks")).flatMap((page) =>
    [...readText(`docs/operating/runbooks/${page}`).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].flatMap(
      ([, target = ""]) => {
        try {
          readText(join("docs/operating/runbooks", target));
          return [];
        } catch {
          return [`${page}: ${target}`];
        }
      },
    ),
  );
  expect(wrong).toEqual([]);
});
