-- Staff who open an appointment read what waits about it.
create index sent_of_booking on sent (booking_id) where ended_at is null;
