/**
 * The ways in which a backup treats a table:
 * - `state`, `keys`: its rows are kept, in the file of that name;
 * - `log`: its events are kept, in the format of both logs;
 * - `made again`: everything in it follows from the log, or from the program;
 * - `folded again`: the same, once it is empty and its process has no checkpoint;
 * - `let go`: nobody misses it, or it must not come back.
 */
type Kept = 'state' | 'keys';

/** A table whose rows are kept. */
export interface KeptTable {
  readonly name: string;
  readonly file: Kept;
  /** Columns with positions of the log, which are others in another log; `item.position` is a field of a column of JSON. */
  readonly positions: readonly string[];
  /** A condition on the rows that are kept. */
  readonly where?: string;
}

const kept = (file: Kept, name: string, positions: readonly string[] = [], where?: string): KeptTable => ({
  name,
  file,
  positions,
  ...(where !== undefined && { where }),
});

/** The processes that fold the log again, without a checkpoint, as a list of SQL. */
export const PROCESSES_THAT_FOLD_AGAIN = "('registrar', 'importer')";

/**
 * The tables whose rows are kept, in the order in which they are inserted: rows come after those that they refer to.
 *
 * The registrar's and the importer's tables and checkpoints aren't among them, since both fold the log again. Neither are the rows of an
 * import, which can be undone then. Nor is the job queue: it holds only mails about accounts, whose links end within an hour, and after a
 * restore they might be sent twice. Nor is what lets somebody in and may have been ended since: sessions, links in mails, unfinished
 * sign-ins, and private calendar addresses.
 */
export const KEPT_TABLES: readonly KeptTable[] = [
  kept(
    'state',
    'public.process_checkpoints',
    ['position', 'last_event.position'],
    `process not in ${PROCESSES_THAT_FOLD_AGAIN}`,
  ),
  kept('state', 'public.slot_keeper_slots'),
  kept('state', 'public.shredder_erasures', ['item.position']),
  kept('state', 'public.shredder_erased'),
  kept('state', 'public.sent'),
  kept('state', 'public.sending', ['line', 'decided']),
  kept('state', 'public.texts_counted'),
  kept('state', 'public.usage_counts'),
  kept('state', 'public.booking_codes'),
  kept('state', 'public.pictures'),
  kept('state', 'public.picture_files'),
  kept('state', 'public.cleanings'),
  kept('state', 'public.backups'),
  kept('state', 'public.webhooks', ['position', 'last_event.position']),
  kept('keys', 'sealing.sealing_keys'),
  kept('keys', 'public.source_salts'),
  kept('keys', 'public.sending_keys'),
  kept('keys', 'public.webhook_secrets'),
  kept('keys', 'accounts.users'),
  kept('keys', 'accounts.user_roles'),
  kept('keys', 'accounts.api_keys'),
  kept('keys', 'accounts.identities'),
  kept('keys', 'accounts.factors'),
  kept('keys', 'accounts.passkeys'),
  kept('keys', 'accounts.recovery_codes'),
  kept('keys', 'accounts.signing_keys'),
  kept('keys', 'accounts.sign_in_events'),
];

/** All other tables by name, or by schema with `.*`. A test fails when a table is in neither list. */
export const OTHER_TABLES: Readonly<Record<string, 'log' | 'made again' | 'folded again' | 'let go'>> = {
  'log.events': 'log',
  'log.migrations': 'made again',
  'public.migrations': 'made again',
  'read.*': 'made again',
  'public.registrar_contacts': 'folded again',
  'public.registrar_decisions': 'folded again',
  'public.registrar_erased': 'folded again',
  'public.registrar_imported': 'folded again',
  'public.registrar_undos': 'folded again',
  'public.registrar_rules': 'folded again',
  'public.importer_open': 'folded again',
  'public.imports': 'let go',
  'public.import_rows': 'let go',
  'public.import_files': 'let go',
  // The results of deliveries from here say nothing about another installation.
  'public.webhook_deliveries': 'let go',
  // Proofs are about this installation's read models.
  'public.projector_tasks': 'let go',
  'pgboss.*': 'let go',
  'accounts.sessions': 'let go',
  'accounts.refresh_tokens': 'let go',
  'accounts.one_time_tokens': 'let go',
  'accounts.flow_states': 'let go',
  'accounts.challenges': 'let go',
  'accounts.passkey_challenges': 'let go',
  'accounts.calendar_addresses': 'let go',
};

export const TABLES_FOLDED_AGAIN: readonly string[] = Object.keys(OTHER_TABLES).filter(
  (name) => OTHER_TABLES[name] === 'folded again',
);
