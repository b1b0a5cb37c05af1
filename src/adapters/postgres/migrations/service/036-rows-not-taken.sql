-- An import takes no row of somebody who shares a contact with another person. Its result lists who was known already, with the line above
-- that has the same person if there is one, and the lines that were not taken. The rows of these stay sealed for a while after it has ended.
alter table imports add column known jsonb not null default '[]';
alter table imports add column not_taken jsonb not null default '[]';
alter table imports add column empty integer not null default 0;
update imports set known = coalesce(
  (select jsonb_agg(jsonb_build_object('line', line, 'as', null)) from jsonb_array_elements(skipped) line), '[]');
alter table imports drop column skipped;

-- Rows that an earlier release has planned to skip, join or change cards with: nothing is written of them any more.
update import_rows set plan = 'known', box = null, is_done = true where plan in ('skip', 'join', 'change');
alter table import_rows drop column customer_id;
