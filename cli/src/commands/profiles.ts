import type { Command } from "../command.ts";
import { wrongUsage } from "../failure.ts";
import { openProfiles } from "../profiles/store.ts";

export const logout: Command = {
  name: "logout",
  summary: "Forget the key of a profile",
  details: "The key goes on working elsewhere. Revoke it in the dashboard when it may be known to others.",
  example: "cauris logout --profile live",
  run: async ({ io, output, options }) => {
    const profiles = openProfiles(io);
    const name = await profiles.nameOf(options.text("profile"));
    if ((await profiles.find(name)) === null) throw wrongUsage(`There is no profile ${name}.`);
    await profiles.remove(name);
    output.note(
      `The key of the profile ${name} is forgotten. It still works: revoke it where it may be known.`,
    );
  },
};

export const profilesList: Command = {
  name: "profiles list",
  summary: "List the log-ins of this machine",
  example: "cauris profiles list",
  run: async ({ io, output }) => {
    const { current, profiles } = await openProfiles(io).list();
    const rows = Object.entries(profiles).map(([name, { key: _secret, ...profile }]) => ({
      name,
      inUse: name === current,
      ...profile,
    }));
    output.table(
      rows,
      [
        { title: "", of: ({ inUse }) => (inUse ? "*" : " ") },
        { title: "PROFILE", of: ({ name }) => name },
        { title: "MODE", of: ({ mode }) => mode },
        { title: "MERCHANT", of: ({ merchantName }) => merchantName },
        { title: "SERVICE", of: ({ api }) => api },
      ],
      "There is no log-in. cauris login makes one.",
    );
  },
};

export const profilesUse: Command = {
  name: "profiles use",
  summary: "Choose the log-in that commands use",
  args: [{ name: "name", doc: "a profile's name" }],
  example: "cauris profiles use shop",
  run: async ({ io, output, args }) => {
    const profiles = openProfiles(io);
    const name = await profiles.nameOf(args[0]);
    if ((await profiles.find(name)) === null) throw wrongUsage(`There is no profile ${name}.`);
    await profiles.use(name);
    output.note(`Commands use the profile ${name} now.`);
  },
};
