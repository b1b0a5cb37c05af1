-- The worker remembers which looks are under way; the ledger decides between two workers.
alter table sent drop column in_hand_until;
