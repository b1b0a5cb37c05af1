-- The cells of a line that weren't taken as they are; without their content.
alter table imports add column remarks jsonb not null default '[]';
