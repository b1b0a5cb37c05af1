-- Whom imports have brought, and which of them were undone, as the registrar has folded the log. Made again like its other tables.
create table registrar_imported (key text primary key, item jsonb not null);
create table registrar_undos (key text primary key, item jsonb not null);
