-- Keys
--
-- They have a schema of their own, since they are backed up apart from the log and from the read models.

create schema sealing;
create table sealing.sealing_keys (
  stream text primary key,
  key bytea,
  shredded_at timestamptz,
  check ((key is null) = (shredded_at is not null))
);
-- Few of the keys: whether one waits for a cleaning is asked whenever the figures are.
create index sealing_keys_shredded on sealing.sealing_keys (shredded_at) where shredded_at is not null;

-- Rewritings of the database's files without the bytes of people who had been erased before, and their results.
create table cleanings (
  -- A time of this server's clock, like `shredded_at` of the keys: keys that were shredded before it are gone.
  began_at timestamptz primary key,
  ended_at timestamptz not null,
  result json not null
);

-- Backups that have been made, and not deleted by this program since.
create table backups (
  folder text primary key,
  taken_at timestamptz not null,
  -- Nobody who was erased before then can be opened with its file of keys any more, which was written anew; null until it was.
  cleaned_at timestamptz
);

-- The keys that staff have entered for sending texts and mails, sealed. The log says which row of a channel is in force.
create table sending_keys (
  id uuid primary key,
  channel text not null,
  saved_at timestamptz not null default now(),
  box bytea not null
);

-- Salts for the hashes of network addresses, a new one each month. A hash whose salt is gone fits no address.
create table source_salts (
  month text primary key,
  salt bytea not null
);

-- Processes that follow the log

create table process_checkpoints (
  process text primary key,
  position text collate "C" not null,
  -- Counts the saves, so that a save demands that nobody has saved since the load.
  revision bigint not null default 0,
  -- The last event before the position. If the log doesn't have it any more, the log was set back.
  last_event jsonb
);

create table slot_keeper_slots (key text primary key, item jsonb not null);

-- The shredder's open erasures, and the streams that are erased.
create table shredder_erasures (key text primary key, item jsonb not null);
create table shredder_erased (key text primary key, item jsonb not null);

-- The registrar's fold of the log: keyed hashes of contacts, decisions that the log doesn't show yet, the customers of imports, and the
-- imports that were undone. They aren't backed up: if they are lost with the checkpoint, the registrar folds the log again and comes to the
-- same end.
create table registrar_contacts (key text primary key, item jsonb not null);
-- Staff who book are told whose card has the e-mail or phone that they type.
create index registrar_contacts_hash on registrar_contacts ((item ->> 'hash'));
create table registrar_decisions (key text primary key, item jsonb not null);
create table registrar_erased (key text primary key, item jsonb not null);
create table registrar_imported (key text primary key, item jsonb not null);
create table registrar_undos (key text primary key, item jsonb not null);
-- One row: the version of the rules of matching by which the registrar's tables were folded. If it is missing or another one, the registrar
-- folds the log again.
create table registrar_rules (version integer not null);

-- Tasks for the process that projects, such as to prove the log. Ended ones stay for ninety days, with their results.
create table projector_tasks (
  -- Tasks of a kind are begun and ended in this order.
  id bigint generated always as identity primary key,
  kind text not null,
  -- The read model that it is about, if it is about one.
  read_model text,
  asked_at timestamptz not null,
  -- The account that asked for it; null for what the service does by itself each night.
  asked_by uuid,
  began_at timestamptz,
  tries integer not null default 0,
  progress json,
  ended_at timestamptz,
  result json,
  error text
);
-- One of each at a time, and those to be done are found at once.
create unique index projector_tasks_open on projector_tasks (kind, coalesce(read_model, '')) where ended_at is null;
create index projector_tasks_ended on projector_tasks (kind, id) where ended_at is not null;

-- Imports of customers

-- Imports that are open, as far as the importer has read the log. Made again.
create table importer_open (key text primary key, item jsonb not null);

-- Files that staff import, with their lines that weren't taken as they are; nothing personal. Not backed up.
create table imports (
  import_id uuid primary key,
  created_at timestamptz not null default now(),
  is_planned boolean not null default false,
  refused jsonb not null,
  -- The rows of customers who were known already, each with the line above that has the same person if there is one.
  known jsonb not null default '[]',
  -- An import takes no row of somebody who shares a contact with another person. The rows of these stay sealed for a while after it has ended.
  not_taken jsonb not null default '[]',
  empty integer not null default 0,
  -- The cells of a line that weren't taken as they are; without their content.
  remarks jsonb not null default '[]'
);

-- Rows of imports, sealed, each with its plan, until the import has ended. Not backed up: an import whose rows are lost can be undone.
create table import_rows (
  import_id uuid not null references imports on delete cascade,
  row integer not null,
  file_line integer not null,
  box bytea,
  plan text,
  is_done boolean not null default false,
  primary key (import_id, row)
);
create index import_rows_open on import_rows (import_id, row) where not is_done;

-- Files that staff look at before they import them, sealed, for an hour. Not backed up.
create table import_files (id uuid primary key, created_at timestamptz not null default now(), box bytea not null);

-- Pictures that staff have uploaded, as they are served: each was made anew, and has nothing else of what was sent.

create table pictures (
  -- A hash of the files.
  id text primary key,
  shape text not null,
  width integer not null,
  height integer not null,
  colour text not null
);
create table picture_files (
  picture text not null references pictures (id),
  -- Such as `1080.avif`.
  name text not null,
  content bytea not null,
  primary key (picture, name)
);
-- They are compressed already.
alter table picture_files alter column content set storage external;

-- Limits

-- One row a subject: its lock makes counting and looking one step, so that racing requests can't pass together.
create table usage_counts (
  subject text primary key,
  -- The key is the name of the use: [seconds since 1970, minutes of the calendar, process that has counted it].
  uses jsonb not null,
  changed_at timestamptz not null default now()
);

-- Codes that were sent to somebody's phone or e-mail for one request to book. Contacts and codes are keyed hashes.
create table booking_codes (
  booking_id uuid primary key,
  contact text not null,
  way text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
create index booking_codes_contact on booking_codes (contact);

-- Messages to customers

-- The causes of messages, so that none is forgotten; the log alone decides whether and which message is sent. Rows are never purged: a cause
-- without its row would never be looked at again.
create table sent (
  event_id uuid primary key,
  booking_id uuid not null,
  -- A row may be about a mail instead of a text: then it names the cause that it is about, and its own id is derived from that.
  mail_of uuid,
  look_at timestamptz not null,
  -- The reason for waiting at the worker's last look; messages that have left wait for nothing.
  waits_for text,
  -- The time at which the worker wrote `look_at` and `waits_for`, by the database's clock; null before the first look.
  looked_at timestamptz,
  -- The attempt that a look found without an outcome, and since when, by this server's clock.
  open_attempt uuid,
  open_since timestamptz,
  ended_at timestamptz
);
comment on table sent is 'The causes of messages, not the messages that were sent: those are in the log.';
comment on column sent.event_id is 'The id of the cause: that of an event, or derived for a reminder and for a mail.';
create index sent_to_look_at on sent (look_at) where ended_at is null;
-- Staff who open an appointment read what waits about it.
create index sent_of_booking on sent (booking_id) where ended_at is null;

-- Whether messages leave at all, and from which position of the log on; no row before the first start.
create table sending (
  only_row boolean primary key default true check (only_row),
  paused boolean not null,
  -- The reason: an admin, spending, or a copy of the database.
  why text,
  -- The decision of staff that the row follows: where it is in the log, which says who made it.
  decided text,
  line text not null,
  line_at timestamptz not null,
  -- The place of the database when it last sent; a copy is in another one.
  home text not null,
  -- The day's texts are counted from here on, after staff have lifted a stop.
  counted_from timestamptz not null
);

-- Texts of late, for the limits and to find the bookings that a number was texted about. Numbers are keyed hashes.
create table texts_counted (
  cause_id uuid primary key,
  booking_id uuid not null,
  number text not null,
  prefix text not null,
  address text,
  -- Whether the text was about something that anybody can cause: such texts have limits of their own.
  public boolean not null default true,
  -- Whether it was caused by the private link of a booking that is the salon's: such texts get a share of the number's.
  by_link boolean not null default false,
  counted_at timestamptz not null default now()
);
create index texts_counted_booking on texts_counted (booking_id, counted_at);
create index texts_counted_number on texts_counted (number, counted_at);
create index texts_counted_prefix on texts_counted (prefix, counted_at);
create index texts_counted_address on texts_counted (address, counted_at);
-- Counts those of a day in all without reading the rows.
create index texts_counted_day on texts_counted (counted_at, public);

-- Webhooks: addresses of the owner's programs that get events as they happen (docs/webhooks.md)

create table webhooks (
  id uuid primary key,
  url text not null,
  -- Types of the events: names, or prefixes such as `appointment.*`; null for all.
  types text[],
  -- Counts the decisions of staff about it.
  version integer not null default 1,
  -- Every event up to this position was delivered, or isn't wanted.
  position text not null,
  -- The last event before the position. If the log doesn't have it any more, the log was set back.
  last_event jsonb,
  made_at timestamptz not null,
  made_by uuid not null,
  -- Nothing is sent since then.
  paused_at timestamptz,
  -- 'staff', 'failing' or 'gone'.
  paused_why text,
  -- Tries of the next event that have failed so far.
  failed_tries integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz,
  -- The sender that alone may send until then, by the database's clock. Every decision of staff takes the claim away.
  held_by uuid,
  held_until timestamptz,
  -- The command of staff that came last, so that it can be sent again.
  command_id uuid not null,
  request_hash text not null
);

-- Secrets that sign deliveries, sealed. A webhook's present secret has no end; a former one ends a day after the next was made.
create table webhook_secrets (
  id uuid primary key,
  webhook_id uuid not null,
  made_at timestamptz not null,
  -- The administrator who was shown the secret. Somebody else who repeats the request is not.
  made_by uuid,
  ends_at timestamptz,
  box bytea not null
);
create index webhook_secrets_of on webhook_secrets (webhook_id);

-- Deliveries of the last thirty days, with their results.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null,
  type text not null,
  attempt integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  -- Null if there was no answer.
  status integer,
  failure text
);
create index webhook_deliveries_of on webhook_deliveries (webhook_id, id);

-- People who sign in
--
-- They have a schema of their own, as the keys have; secrets in it are hashed or sealed.

create schema accounts;

create table accounts.users (
  id uuid primary key,
  email text not null,
  email_confirmed_at timestamptz,
  -- Null for somebody who only ever signed in by another provider, or was invited and has not chosen one yet.
  password_hash text,
  -- Too weak for an administrator. The hash doesn't tell: it is found out when the password is chosen, or used by one.
  weak_password boolean not null default false,
  -- Set for a password that was chosen before the address was confirmed: the keyed hash of the network address that opened its link, and the
  -- PKCE challenge of the browser that chose it. Null once its owner is known.
  password_from text,
  password_challenge text,
  first_name text not null default '',
  last_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_sign_in_at timestamptz
);
create unique index users_email on accounts.users (lower(email));

create table accounts.user_roles (
  user_id uuid not null references accounts.users on delete cascade,
  role text not null check (role = 'admin'),
  granted_at timestamptz not null,
  primary key (user_id, role)
);

-- Accounts of other providers that sign in as this user.
create table accounts.identities (
  provider text not null,
  subject text not null,
  user_id uuid not null references accounts.users on delete cascade,
  email text,
  created_at timestamptz not null,
  last_sign_in_at timestamptz not null,
  primary key (provider, subject)
);
create index identities_user on accounts.identities (user_id);

create table accounts.sessions (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  aal text not null check (aal in ('aal1', 'aal2')),
  -- The user's proofs: [{"method": "password", "timestamp": seconds since 1970}].
  amr jsonb not null,
  user_agent text not null,
  -- Keyed hash of the network address; of the last refresh.
  source_hash text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on accounts.sessions (user_id);

-- SHA-256 of each; a used one stays until its session is swept, to tell when it is used again.
create table accounts.refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references accounts.sessions on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on accounts.refresh_tokens (session_id);

-- Tokens of links in mails. A token follows from the id by a key that is not stored here.
create table accounts.one_time_tokens (
  id uuid primary key,
  hash bytea not null unique,
  user_id uuid not null references accounts.users on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery', 'invitation', 'email_change')),
  -- The new address of an e-mail change, and the one before, whose owner is told.
  email text,
  former_email text,
  -- The password and the name that were entered at a sign-up. They count if the link of that sign-up is opened.
  password_hash text,
  weak_password boolean not null default false,
  first_name text,
  last_name text,
  -- Set if the client waits for the link with PKCE.
  code_challenge text,
  redirect_to text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on accounts.one_time_tokens (user_id, kind);

-- Two kinds of waiting with PKCE: sign-ins, from their start to the exchange of the code for a session, and codes.
create table accounts.flow_states (
  id uuid primary key,
  -- SHA-256 of the code that the client exchanges; null until the sign-in has come back.
  code_hash bytea unique,
  user_id uuid references accounts.users on delete cascade,
  -- Only codes have one.
  method text,
  code_challenge text not null,
  -- Only sign-ins at another provider have a way back, and SHA-256 of the state that the provider sends back.
  redirect_to text,
  provider text,
  provider_state_hash bytea unique,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Second factors. A passkey is also a first one.
create table accounts.factors (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null check (status in ('unverified', 'verified')),
  friendly_name text not null,
  -- Only a TOTP factor has one; sealed.
  secret bytea,
  -- The last step a code was taken for, so that no code is taken twice.
  last_step bigint,
  phone text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index factors_name on accounts.factors (user_id, friendly_name) where friendly_name <> '';

create table accounts.challenges (
  id uuid primary key,
  factor_id uuid not null references accounts.factors on delete cascade,
  -- Keyed hash of the code sent to a phone.
  code_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index challenges_factor on accounts.challenges (factor_id);

create table accounts.passkeys (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  friendly_name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on accounts.passkeys (user_id);

create table accounts.passkey_challenges (
  id uuid primary key,
  -- Null for a sign-in, whose user is not known yet.
  user_id uuid references accounts.users on delete cascade,
  challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Keyed hashes.
create table accounts.recovery_codes (
  user_id uuid not null references accounts.users on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table accounts.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  -- Sealed.
  private_key bytea not null,
  created_at timestamptz not null,
  -- Published from the start, signs from here on until its successor does; deleted when its last token has expired.
  signs_from timestamptz not null
);

-- The private address under which a staff member's phone reads the salon's calendar, as the SHA-256 of its token.
create table accounts.calendar_addresses (
  user_id uuid primary key references accounts.users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null
);

-- Keys with which other programs act for the administrator who made them. A revoked key has no hash: its row only names it in histories.
create table accounts.api_keys (
  id uuid primary key,
  user_id uuid not null references accounts.users on delete cascade,
  name text not null,
  -- The SHA-256 of the key.
  key_hash bytea unique,
  areas text[] not null,
  may_write boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on accounts.api_keys (user_id);

create table accounts.sign_in_events (
  id uuid primary key,
  at timestamptz not null,
  user_id uuid references accounts.users on delete cascade,
  -- Such as `signed-in`, `wrong-password`, `session-ended`.
  kind text not null,
  method text,
  -- The API key or the webhook that an administrator has made or revoked; of a calendar address, its user.
  about uuid,
  -- Keyed hash of the network address.
  source_hash text,
  user_agent text not null
);
create index sign_in_events_user on accounts.sign_in_events (user_id, at desc);
