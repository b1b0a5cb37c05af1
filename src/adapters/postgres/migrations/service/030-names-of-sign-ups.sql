-- The name that was entered at a sign-up counts, like its password, if the link of that sign-up is opened.
alter table accounts.one_time_tokens add column first_name text, add column last_name text;
