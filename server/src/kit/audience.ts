/**
 * The two kinds of people who log in. `merchant`: persons who work for merchants. `operator`: those who run the
 * platform. Their accounts, log-ins and cookies never mix.
 */
export const audienceNames = ["merchant", "operator"] as const;
export type AudienceName = (typeof audienceNames)[number];
