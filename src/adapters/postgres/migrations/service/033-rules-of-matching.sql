-- One row: the version of the rules of matching by which the registrar's tables were folded. If it is missing or another one, the registrar
-- folds the log again.
create table registrar_rules (version integer not null);
