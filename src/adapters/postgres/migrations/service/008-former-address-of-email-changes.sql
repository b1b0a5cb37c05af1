-- Of an e-mail change: the address that the account had then, whose owner is told.
alter table accounts.one_time_tokens add column former_email text;
