-- The customers of imports, and the imports that were undone, as the registrar has folded the log. Made again like its other tables.
create table registrar_imported (key text primary key, item jsonb not null);
create table registrar_undos (key text primary key, item jsonb not null);

-- Imports that are open, as far as the importer has read the log. Made again.
create table importer_open (key text primary key, item jsonb not null);

-- Files that staff import, with lines that were refused or skipped; nothing personal. Not backed up.
create table imports (
  import_id uuid primary key,
  created_at timestamptz not null default now(),
  is_planned boolean not null default false,
  refused jsonb not null,
  skipped jsonb not null default '[]'
);

-- Rows of imports, sealed, each with its plan, until the import has ended. Not backed up: an import whose rows are lost can be undone.
create table import_rows (
  import_id uuid not null references imports on delete cascade,
  row integer not null,
  file_line integer not null,
  box bytea,
  plan text,
  customer_id uuid,
  is_done boolean not null default false,
  primary key (import_id, row)
);
create index import_rows_open on import_rows (import_id, row) where not is_done;

-- Files that staff look at before they import them, sealed, for an hour. Not backed up.
create table import_files (id uuid primary key, created_at timestamptz not null default now(), box bytea not null);
