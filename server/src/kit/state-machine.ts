/** A state table: for each status, the events it accepts and the status each leads to. */
export type Transitions<Status extends string, Event extends string> = {
  readonly [from in Status]: { readonly [event in Event]?: Status };
};

/** The status after `event`, or null when the table has no such move. Pure. */
export function nextStatus<Status extends string, Event extends string>(
  table: Transitions<Status, Event>,
  from: Status,
  event: Event,
): Status | null {
  return table[from][event] ?? null;
}

/** Every status that can be reached from `start`, itself included. Tests use it to prove that no status is dead. */
export function reachable<Status extends string, Event extends string>(
  table: Transitions<Status, Event>,
  start: Status,
): ReadonlySet<Status> {
  const found = new Set<Status>([start]);
  const queue: Status[] = [start];
  for (let from = queue.pop(); from !== undefined; from = queue.pop()) {
    for (const to of Object.values<Status | undefined>(table[from])) {
      if (to !== undefined && !found.has(to)) {
        found.add(to);
        queue.push(to);
      }
    }
  }
  return found;
}
