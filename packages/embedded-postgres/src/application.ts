/** The application that a PostgreSQL belongs to: it names what is made for it, and its settings in messages. */
export interface Application {
  /** Lower-case letters: the superuser is `<name>_owner`, and root keeps clusters in `/var/lib/<name>`. */
  readonly name: string;
  /** The setting that names the data folder, as its operators write it: `DATA_DIR`. */
  readonly folderSetting: string;
  /** The setting that names another PostgreSQL to use instead: `DATABASE_URL`. */
  readonly serverSetting: string;
}

/** The superuser of the application's cluster: it owns the databases. */
export function ownerNameOf({ name }: Pick<Application, "name">): string {
  return `${name}_owner`;
}
