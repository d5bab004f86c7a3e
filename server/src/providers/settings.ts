/** One setting of a provider's accounts, as its connector declares it: what operators fill in, and what is asked of it. */
export interface ProviderSetting {
  /** The key in `ProviderAccount.settings`. */
  readonly name: string;
  /** For operators: what it is, and where they find it. */
  readonly description: string;
  /** A secret is written once and never shown again. */
  readonly secret: boolean;
  readonly required: boolean;
  readonly kind: "TEXT" | "URL";
  /** In characters, both ends included. */
  readonly minLength: number;
  readonly maxLength: number;
}

/** One entry of `details.fields` of a refusal. The message never holds the value. */
export interface SettingProblem {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Printable characters without spaces at the ends: what a copied credential looks like when it was copied whole. */
const credential = /^(?!\s)[^\p{C}]+(?<!\s)$/u;

/** What keeps `settings` from being those of an account of the provider; empty when nothing does. Pure. */
export function settingsProblems(
  declared: readonly ProviderSetting[],
  settings: Readonly<Record<string, string>>,
): readonly SettingProblem[] {
  const known = new Map(declared.map((setting) => [setting.name, setting]));
  const problem = (name: string, rule: string, sentence: string): SettingProblem => ({
    path: `settings.${name}`,
    rule,
    message: `settings.${name} ${sentence}.`,
  });
  const missing = declared
    .filter(({ name, required }) => required && settings[name] === undefined)
    .map(({ name }) => problem(name, "required", "is required"));
  const wrong = Object.entries(settings).flatMap(([name, value]) => {
    const setting = known.get(name);
    if (setting === undefined) return [problem(name, "unknown", "is not a setting of this provider")];
    const { kind, minLength, maxLength } = setting;
    if (value.length < minLength || value.length > maxLength) {
      return [problem(name, "length", `must have ${minLength} to ${maxLength} characters`)];
    }
    if (!credential.test(value)) {
      return [problem(name, "format", "must be printable characters without spaces at the ends")];
    }
    if (kind === "URL" && !isHttpsUrl(value)) return [problem(name, "format", "must be an https address")];
    return [];
  });
  return [...missing, ...wrong];
}

function isHttpsUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}
