-- The API key or the webhook that an administrator has made or revoked; of a calendar address, its user.
alter table accounts.sign_in_events add column about uuid;
