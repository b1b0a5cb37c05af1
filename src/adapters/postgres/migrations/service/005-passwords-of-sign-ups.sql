-- Too weak for an administrator. The hash doesn't tell: it is found out when the password is chosen, or used by one.
alter table accounts.users add column weak_password boolean not null default false;

-- A password that was chosen before the address was confirmed, by whoever: where its link was opened (keyed hash of the network
-- address), and the PKCE challenge of the browser that chose it. Null once it is known whose it is.
alter table accounts.users add column password_from text;
alter table accounts.users add column password_challenge text;

-- The password that was chosen at a sign-up.
alter table accounts.one_time_tokens add column password_hash text;
alter table accounts.one_time_tokens add column weak_password boolean not null default false;
