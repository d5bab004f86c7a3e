import type { TestApp } from "../harness/app.ts";
import { readContract } from "./document.ts";
import type { Estate } from "./estate.ts";
import { createMaker, type Maker } from "./maker.ts";

/**
 * Objects of an estate beyond a merchant's own, by name: rules find them as `made(estate, name)`. Each is made through the
 * API, in this order; null: there is none in this mode. Everything that is answered only within the estate's tenant
 * belongs here: nobody else may be shown its id.
 */
const makers: Readonly<Record<string, (make: Maker, estate: Estate) => Promise<string | null>>> = {
  colleagueId: async (make) => {
    const body = {
      email: `${make.unique}@colleague.example`,
      name: make.unique,
      permissions: ["tenant.audit.read"],
    };
    return (await make.call("createOperator", { body })).id;
  },
};

export async function makeObjects(test: TestApp, estate: Estate): Promise<Readonly<Record<string, string>>> {
  const contract = await readContract(test);
  const more: Record<string, string> = {};
  for (const [name, create] of Object.entries(makers)) {
    const grown = { ...estate, more };
    const id = await create(createMaker(test, contract, grown), grown);
    if (id !== null) more[name] = id;
  }
  return more;
}

/** What `makers` made under this name. */
export function made(estate: Estate, name: string): string {
  const id = estate.more[name];
  if (id === undefined) throw new Error(`${estate.marker} has no ${name}`);
  return id;
}
