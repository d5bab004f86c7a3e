import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { settings } from "../../src/config.ts";
import type { Setting } from "../../src/setting.ts";

/** The chart names settings that exist, keeps secrets out of its values, and makes what a cluster accepts. */
const run = promisify(execFile);
const chart = resolve(import.meta.dirname, "../../../deploy/helm/cauris");
const readText = (path: string): string => readFileSync(join(chart, path), "utf8");
const templates = readdirSync(join(chart, "templates"));
const values = parse(readText("values.yaml")) as Readonly<Record<string, unknown>> & {
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly terminationGracePeriodSeconds: number;
};
const secretSettings = Object.entries(settings)
  .filter(([, setting]: [string, Setting<unknown>]) => setting.type === "secret")
  .map(([name]) => name);

describe("the files of the chart", () => {
  it("name settings that exist, in the values and in the templates", () => {
    expect(Object.keys(values.settings).filter((name) => !(name in settings))).toEqual([]);
    const named = templates.flatMap(
      (file) => readText(`templates/${file}`).match(/\bCAURIS_[A-Z_]+\b/g) ?? [],
    );
    expect(new Set(named).size).toBeGreaterThan(8);
    expect(named.filter((name) => name !== "CAURIS_" && !(name.slice("CAURIS_".length) in settings))).toEqual(
      [],
    );
  });

  it("refuse every secret among the plain settings, and an address without https", () => {
    const schema = JSON.parse(readText("values.schema.json"));
    const { propertyNames, properties } = schema.properties.settings;
    expect(propertyNames.not.enum.toSorted()).toEqual(secretSettings.toSorted());
    expect(properties.PUBLIC_URL.pattern).toBe("^https://");
  });

  it("hold names of secrets and no secret", () => {
    const given = Object.values(values.secrets).flatMap((secret) => Object.values(secret));
    expect(given.filter((name) => !/^[A-Za-z_-]*$/.test(name))).toEqual([]);
    for (const file of templates)
      expect(readText(`templates/${file}`)).not.toMatch(/postgres(?:ql)?:\/\/|kind: Secret/);
  });

  it("leave the service longer than it takes to finish", () => {
    expect(values.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(25);
  });
});

const helm = process.env.HELM ?? "helm";
const hasHelm = await run(helm, ["version", "--short"]).then(
  () => true,
  () => false,
);
if (!hasHelm) console.info("skipped: there is no Helm on this machine (helm, or HELM)");

describe.skipIf(!hasHelm)("what Helm makes of it", () => {
  const good = [
    "--set",
    "settings.PUBLIC_URL=https://pay.example.com",
    "--set",
    "settings.TRUSTED_PROXIES=10.0.0.0/8",
  ];
  // biome-ignore lint/suspicious/noExplicitAny: objects of a cluster, read as it would.
  type Made = any;
  const template = async (...args: readonly string[]): Promise<readonly Made[]> => {
    // A Helm that was built by hand takes an old cluster for granted.
    const cluster = ["--kube-version", "1.31.0"];
    const { stdout } = await run(helm, ["template", "pay", chart, ...cluster, ...good, ...args], {
      maxBuffer: 4_000_000,
    });
    return parseAllDocuments(stdout).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS();
    });
  };
  const kindOf = (made: readonly Made[], kind: string): Made => made.find((each) => each.kind === kind);
  const podOf = (made: readonly Made[], kind: string): Made => kindOf(made, kind).spec.template;

  it("passes its own lint, strictly", async () => {
    const { stdout } = await run(helm, ["lint", "--strict", chart, ...good]);
    expect(stdout).toContain("0 chart(s) failed");
  });

  it("is what a service needs: no ingress and no monitor unless asked", async () => {
    const kinds = (made: readonly Made[]) => made.map(({ kind }) => kind).toSorted();
    const least = ["Deployment", "Job", "PodDisruptionBudget", "Service", "ServiceAccount"];
    expect(kinds(await template())).toEqual(least);
    const more = await template(
      ...["--set", "ingress.enabled=true,ingress.host=pay.example.com,ingress.tlsSecret=pay-tls"],
      ...["--set", "metrics.podMonitor=true"],
    );
    expect(kinds(more)).toEqual([...least, "Ingress", "PodMonitor"].toSorted());
    expect(kindOf(more, "Ingress").spec.tls).toEqual([{ hosts: ["pay.example.com"], secretName: "pay-tls" }]);
  });

  it.each(["Deployment", "Job"])(
    "runs the %s as nobody, on a read-only root, without a token",
    async (kind) => {
      const { spec } = podOf(await template(), kind);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
      // A service named cauris would otherwise be told as CAURIS_PORT, which is a setting.
      expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(spec.containers[0].volumeMounts).toContainEqual({ name: "tmp", mountPath: "/tmp" });
    },
  );

  it("gives secrets by reference, and the owner's address to the migration alone", async () => {
    const made = await template("--set", "secrets.service.databaseDirectUrl=DIRECT");
    const refs = (kind: string): readonly string[] =>
      podOf(made, kind).spec.containers[0].env.flatMap((each: Made) =>
        each.valueFrom === undefined ? [] : [`${each.name} ${each.valueFrom.secretKeyRef.name}`],
      );
    expect(refs("Deployment").toSorted()).toEqual([
      "CAURIS_DATABASE_DIRECT_URL cauris",
      "CAURIS_DATABASE_URL cauris",
      "CAURIS_MASTER_KEY cauris",
    ]);
    expect(refs("Job").toSorted()).toEqual([
      "CAURIS_DATABASE_OWNER_URL cauris-owner",
      "CAURIS_DATABASE_URL cauris",
    ]);
    const plain: readonly Made[] = podOf(made, "Deployment").spec.containers[0].env.filter(
      (each: Made) => "value" in each,
    );
    expect(
      plain.map(({ name }) => name.slice("CAURIS_".length)).filter((name) => secretSettings.includes(name)),
    ).toEqual([]);
    expect(plain).toContainEqual({ name: "CAURIS_ENV", value: "production" });
  });

  it("asks the probes that a service answers, and ends it in its own time", async () => {
    const { spec } = podOf(await template(), "Deployment");
    const [{ readinessProbe, livenessProbe, startupProbe, ports }] = spec.containers;
    expect(
      [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => [httpGet.path, httpGet.port]),
    ).toEqual([
      ["/readyz", "http"],
      ["/readyz", "http"],
      ["/livez", "http"],
    ]);
    expect(ports.map(({ name }: Made) => name)).toEqual(["http", "metrics"]);
    expect(spec.containers[0].lifecycle.preStop.exec.command).toEqual(["sleep", "5"]);
    expect(spec.terminationGracePeriodSeconds).toBe(25);
  });

  it("migrates before the new pods, and selects the service's pods alone", async () => {
    const made = await template();
    expect(kindOf(made, "Job").metadata.annotations["helm.sh/hook"]).toBe("pre-install,pre-upgrade");
    expect(podOf(made, "Job").spec.containers[0].args).toEqual(["migrate"]);
    const selector = kindOf(made, "Service").spec.selector;
    for (const one of [kindOf(made, "PodDisruptionBudget"), kindOf(made, "Deployment")])
      expect(one.spec.selector.matchLabels).toEqual(selector);
    expect(podOf(made, "Deployment").metadata.labels).toMatchObject(selector);
    expect(podOf(made, "Job").metadata.labels).not.toMatchObject(selector);
  });

  it.each([
    ["no public address", ["--set", "settings.PUBLIC_URL="], /PUBLIC_URL/],
    ["a public address without https", ["--set", "settings.PUBLIC_URL=http://pay.example.com"], /PUBLIC_URL/],
    ["a secret among the settings", ["--set", "settings.MASTER_KEY=abc"], /MASTER_KEY/],
    [
      "a number that YAML would write in its own way",
      ["--set", "settings.DATABASE_LANES=1000000"],
      /DATABASE_LANES/,
    ],
    [
      "less time than the service takes to finish",
      ["--set", "terminationGracePeriodSeconds=10"],
      /terminationGrace/,
    ],
    ["an ingress without a name", ["--set", "ingress.enabled=true"], /ingress\.host/],
  ])("refuses %s", async (_what, args, reason) => {
    const refusal = await template(...args).catch((error: { readonly stderr: string }) => error.stderr);
    expect(refusal).toMatch(/^Error: /m);
    expect(refusal).toMatch(reason);
  });
});
