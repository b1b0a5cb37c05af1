-- Too weak for an administrator. The hash doesn't tell: it is found out when the password is chosen, or used by one.
alter table accounts.users add column weak_password boolean not null default false;

-- Set for a password that was chosen before the address was confirmed: the keyed hash of the network address that opened its link, and the
-- PKCE challenge of the browser that chose it. Null once its owner is known.
alter table accounts.users add column password_from text;
alter table accounts.users add column password_challenge text;

-- The password that was chosen at a sign-up.
alter table accounts.one_time_tokens add column password_hash text;
alter table accounts.one_time_tokens add column weak_password boolean not null default false;
