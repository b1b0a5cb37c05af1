-- A private address of the calendar may have the appointments of one stylist alone.
alter table accounts.calendar_addresses add column stylist_id text;
