-- The administrator who was shown the secret. Somebody else who repeats the request is not.
alter table webhook_secrets add column made_by uuid;
