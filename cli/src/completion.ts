import { type Command, commonOptions, type Option } from "./command.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** The completion of a shell, from the table of commands. Pure. */
export function scriptFor(shell: Shell, commands: readonly Command[]): string {
  switch (shell) {
    case "bash":
      return bashScript(commands);
    case "zsh":
      return zshScript(commands);
    case "fish":
      return fishScript(commands);
  }
}

const optionsOf = ({ options }: Command): readonly (readonly [string, Option])[] =>
  Object.entries({ ...options, ...commonOptions });

/** What can follow a command, by the words before: `""` the first words, `events` the second ones, `trigger` its values. */
function followers(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (before: string, word: string) => {
    const known = found.get(before) ?? [];
    if (!known.includes(word)) found.set(before, [...known, word]);
  };
  for (const command of commands) {
    const [first = "", second] = command.name.split(" ");
    add("", first);
    if (second !== undefined) add(first, second);
    for (const value of command.args?.[0]?.values ?? []) add(command.name, value);
    for (const [name] of optionsOf(command)) add(command.name, `--${name}`);
  }
  return found;
}

/** Lines of a `case` over `<words before>/<option>`, for options with a closed set of values. */
function valueCases(
  commands: readonly Command[],
  line: (values: readonly string[]) => string,
): readonly string[] {
  return commands.flatMap((command) =>
    optionsOf(command).flatMap(([name, { values }]) =>
      values === undefined ? [] : [`    "${command.name}"*/--${name}) ${line(values)} ;;`],
    ),
  );
}

/** `compgen` reads these words; none holds a space or a quote. */
function bashScript(commands: readonly Command[]): string {
  const cases = [...followers(commands)].map(
    ([before, words]) => `    "${before}") words="${words.join(" ")}" ;;`,
  );
  const values = valueCases(commands, (words) => `words="${words.join(" ")}"`);
  return `# Completion of cauris for bash: source <(cauris completion bash)
_cauris() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local words="" before="" word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    [[ $word == -* ]] && break
    before="\${before:+$before }$word"
  done
  case "$before/$previous" in
${values.join("\n")}
  esac
  while [[ -z $words ]]; do
    case "$before" in
${cases.join("\n")}
    esac
    [[ -z $words && $before == *" "* ]] || break
    before="\${before% *}"
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _cauris cauris`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function zshScript(commands: readonly Command[]): string {
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))].map((first) => {
    const own = commands.find(({ name }) => name === first);
    const seconds = commands.filter(({ name }) => name.startsWith(`${first} `));
    const doc = own?.summary ?? seconds.map(({ name }) => name.split(" ")[1]).join(", ");
    return `    ${quoted(`${first}:${doc.replaceAll(":", "\\:")}`)}`;
  });
  const cases = [...followers(commands)]
    .filter(([before]) => before !== "")
    .map(([before, words]) => `    ${quoted(before)}) words=(${words.map(quoted).join(" ")}) ;;`);
  const values = valueCases(commands, (words) => `compadd -- ${words.map(quoted).join(" ")}; return`);
  return `#compdef cauris
# Completion of cauris for zsh: cauris completion zsh > ~/.zfunc/_cauris
_cauris() {
  local -a commands rest
  local -a words_before=(\${words[2,CURRENT-1]})
  local before="" word
  commands=(
${firsts.join("\n")}
  )
  for word in $words_before; do
    [[ $word == -* ]] && break
    before="\${before:+$before }$word"
  done
  case "$before/\${words[CURRENT-1]}" in
${values.join("\n")}
  esac
  if [[ -z $before ]]; then
    _describe command commands
    return
  fi
  while true; do
    local -a words=()
    case "$before" in
${cases.join("\n")}
    esac
    (( $#words == 0 )) && [[ $before == *" "* ]] || break
    before="\${before% *}"
  done
  compadd -- $words
}
if [[ $funcstack[1] == _cauris ]]; then _cauris "$@"; else compdef _cauris cauris; fi`;
}

function fishScript(commands: readonly Command[]): string {
  const groups = [
    ...new Set(commands.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0] ?? ""] : []))),
  ];
  const lines = commands.flatMap((command) => {
    const [first = "", second] = command.name.split(" ");
    const isHere =
      second === undefined
        ? `__fish_seen_subcommand_from ${first}`
        : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
    const place =
      second === undefined
        ? "__fish_use_subcommand"
        : `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${secondsOf(commands, first).join(" ")}`;
    return [
      `complete -c cauris -f -n ${quoted(place)} -a ${second ?? first} -d ${quoted(command.summary)}`,
      ...(command.args?.[0]?.values ?? []).map(
        (value) => `complete -c cauris -f -n ${quoted(isHere)} -a ${value}`,
      ),
      ...Object.entries(command.options ?? {}).map(([name, option]) => fishOption(name, option, isHere)),
    ];
  });
  return [
    "# Completion of cauris for fish: cauris completion fish > ~/.config/fish/completions/cauris.fish",
    ...groups.map(
      (group) =>
        `complete -c cauris -f -n __fish_use_subcommand -a ${group} -d ${quoted(secondsOf(commands, group).join(", "))}`,
    ),
    ...lines,
    ...Object.entries(commonOptions).map(([name, option]) => fishOption(name, option, null)),
  ].join("\n");
}

const secondsOf = (commands: readonly Command[], first: string): readonly string[] =>
  commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));

function fishOption(name: string, { value, values, doc }: Option, condition: string | null): string {
  return [
    "complete -c cauris",
    ...(condition === null ? [] : [`-n ${quoted(condition)}`]),
    `-l ${name}`,
    ...(value === undefined ? [] : ["-r"]),
    ...(values === undefined ? [] : [`-f -a ${quoted(values.join(" "))}`]),
    `-d ${quoted(doc)}`,
  ].join(" ");
}
