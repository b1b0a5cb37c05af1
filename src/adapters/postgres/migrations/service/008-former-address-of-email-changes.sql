-- The account's address before an e-mail change, whose owner is told.
alter table accounts.one_time_tokens add column former_email text;
