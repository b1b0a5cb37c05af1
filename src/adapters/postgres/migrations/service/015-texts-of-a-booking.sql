-- Texts of the day are counted by booking as well, and in all without reading the rows.
create index texts_counted_booking on texts_counted (booking_id, counted_at);
create index texts_counted_day on texts_counted (counted_at, public);
drop index texts_counted_at;

comment on table sent is 'What asks for a message, not what was sent: that is in the log.';
comment on column sent.event_id is 'Of the cause: an event, or derived for a reminder and for a mail.';
