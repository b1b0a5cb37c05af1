-- What of a line wasn't taken as it is; without the cell itself.
alter table imports add column remarks jsonb not null default '[]';
