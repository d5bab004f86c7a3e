/** A credential of an account. */
export interface Credential {
  readonly accountId: string;
  /** SHA-256 in hex: it identifies the credential and does not reveal it. */
  readonly fingerprint: string;
}

/**
 * Credentials that a provider has refused and blocks when they are sent again, for all processes. Given to connectors at
 * composition: a connector uses no table.
 */
export interface RefusedCredentials {
  /** Never rejects: the refusal itself is an outcome that must not be lost. */
  remember(credential: Credential, nowMs: number): Promise<void>;
  has(credential: Credential): Promise<boolean>;
  /**
   * Does `work` while no process does other work with this credential, and answers what it answered. Rejects before `work`
   * has begun when that cannot be made sure of; afterwards only with what `work` rejects with.
   */
  alone<Result>(credential: Credential, work: () => Promise<Result>): Promise<Result>;
}
