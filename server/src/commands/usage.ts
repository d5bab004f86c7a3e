export const usage = `cauris-server <command>

  start             runs the service
  check             holds the settings against what production wants, and prints the list
  doctor            examines a running installation and says what is wrong, each with its cure
                      --json                as one JSON object
                      --bundle report.json  also writes a report for support, without secrets and personal data
  backup-check      says whether PostgreSQL's log arrives in the archive; code 1 unless it does
  rotate-key        wraps the data keys under the new master key: MASTER_KEY or MASTER_KEY_FILE is the new one,
                    MASTER_KEY_PREVIOUS the old one; running processes go on
  migrate           brings the database to this release's schema, as the role of DATABASE_OWNER_URL
  after-restore     says what is left to do after a restore of the database
                      --point 2026-11-23T02:15:00Z     declares it, to this instant: nothing is sent, all is asked about
                      --lost-until 2026-11-23T02:40Z   when the former database stopped; now when absent
                      --look-back 72                   hours before the point whose failed payments are asked about
                      --release                        lets money leave again, once nothing is left to do
                      --without acct_… --note "why"    releases without that account's book
  cells             several installations behind one proxy (docs/operating/scale.md)
                      config --list cells.json   prints the configuration of HAProxy; with --moved /etc/haproxy/moved.map it
                        sends requests of merchants that have moved by that map (merchant moved)
                      status --list cells.json   asks every server whether it serves, and of which cell it is
                      reports --list cells.json --tokens tokens.json --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z
                        adds the reports of all cells, as CSV: attempts and sums of each hour and currency; --interval day,
                        week, month or period; --time-zone Africa/Abidjan; --mode SANDBOX
  merchant          move --merchant 0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f --to other-cell.env --tenant 0199f2d0-…
                      moves the merchant to the other cell, or goes on where a killed run stopped; its writes are refused for
                      a moment (503). --give-up instead of --tenant takes back what is not switched yet
                    move --merchant 0199f2d0-… --dry-run
                      says what a move would take along, and what holds it up
                    move --merchant 0199f2d0-… --rehearse --to other-cell.env --tenant 0199f2d0-…
                      copies it to the other cell, holds the copy against the original, and takes it back; with --freeze
                      up to its last write, which are refused for a moment (503)
                    moved   prints the lines of the proxy's map for the merchants that have left this cell
                      --merchant 0199f2d0-… --to other-cell.env   notes before that where one of them has moved on to
                    clear --merchant 0199f2d0-… --to other-cell.env
                      removes personal data of a merchant that left this cell 35 days ago; --dry-run counts it
                      (docs/operating/moving-a-merchant.md)
  create-operator   adds a person who runs the platform, and prints a link that works once
                      --email awa@example.org --name "Awa Koné" [--tenant "Pay Example"]
                      --email awa@example.org --again   a new link for an account that is there
  retention         says what is forgotten when, and what old rows take
                      --dry-run          the only way to run it: the service forgets by itself
                      --events 90d       what would go with this RETENTION_EVENTS; also --sessions, --simulator,
                                         --idempotency-keys, --request-log, --payment-steps, --provider-calls, --exports
  detach            moves old entries of the ledger, or with --audit of the audit log, into files that prove themselves, as the role of DATABASE_OWNER_URL
                      --before 2025-01-01     what was booked before; at least 400 days ago
                      --to <folder>           where the files go; --dry-run says what would
                      --merchant 0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f   of one merchant alone
  recount-reports   has the running service count the sums behind reports again, from the beginning
                      --merchant 0199f2d0-7c1e-7a44-9b6e-2f6f0c1d2e3f   of one merchant alone

Settings are environment variables: docs/reference/configuration.md. What an installation for real money
needs: docs/operating/production.md.
`;

/** The command was called with unknown arguments; ends the process with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  constructor(problem: string) {
    super(`${problem}\n\n${usage}`);
  }
}
