-- What the registrar has folded from the log: keyed hashes of contacts, and decisions that the log doesn't show yet. Not backed
-- up: with these and its checkpoint lost, it folds the log again and comes to the same end.
create table registrar_contacts (key text primary key, item jsonb not null);
create table registrar_decisions (key text primary key, item jsonb not null);
create table registrar_erased (key text primary key, item jsonb not null);

-- What the shredder still has to erase, and who is erased.
create table shredder_erasures (key text primary key, item jsonb not null);
create table shredder_erased (key text primary key, item jsonb not null);
