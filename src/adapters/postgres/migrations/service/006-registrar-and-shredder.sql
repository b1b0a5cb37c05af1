-- The registrar's fold of the log: keyed hashes of contacts, and decisions that the log doesn't show yet. They aren't backed up: if they
-- are lost with the checkpoint, the registrar folds the log again and comes to the same end.
create table registrar_contacts (key text primary key, item jsonb not null);
create table registrar_decisions (key text primary key, item jsonb not null);
create table registrar_erased (key text primary key, item jsonb not null);

-- The shredder's open erasures, and the streams that are erased.
create table shredder_erasures (key text primary key, item jsonb not null);
create table shredder_erased (key text primary key, item jsonb not null);
