-- A worker has the look at this cause in hand until then; afterwards another worker may look, since the first may have died.
alter table sent add column in_hand_until timestamptz;
