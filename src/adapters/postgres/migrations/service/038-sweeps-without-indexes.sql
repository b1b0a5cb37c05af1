-- Only the hourly sweeps used these, and they can read such tables whole.
drop index accounts.one_time_tokens_expiry;
drop index accounts.flow_states_expiry;
drop index accounts.passkey_challenges_expiry;
drop index accounts.sessions_ended;
drop index accounts.sign_in_events_at;
drop index booking_codes_expires_at;
drop index webhook_deliveries_at;
