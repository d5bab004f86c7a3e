/**
 * SQL for `time` plus `interval`, both expressions. In PostgreSQL a time with a zone plus an interval depends on the session's
 * zone (STABLE), since a day there may have 23 hours. Citus refuses such an operator over a column in a statement that
 * writes; by way of UTC the same sum depends on nothing (IMMUTABLE).
 */
export const plusInterval = (time: string, interval: string): string =>
  `((${time}) at time zone 'UTC' + ${interval}) at time zone 'UTC'`;

/** The same with a number of seconds; negative ones lead back. */
export const plusSeconds = (time: string, seconds: string): string =>
  plusInterval(time, `make_interval(secs => ${seconds})`);
