-- By which rules of matching contacts the registrar's tables were folded: one row. Without it, or by other rules, it folds the log again.
create table registrar_rules (version integer not null);
