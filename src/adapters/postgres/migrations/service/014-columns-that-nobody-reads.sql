-- They were written, and no screen, rule or command ever asked for them.
alter table accounts.sign_in_events drop column email_hash;
alter table accounts.factors drop column last_challenged_at;
alter table accounts.passkeys drop column device_type, drop column backed_up;

-- One table for two kinds of waiting: only codes need the method, and only sign-ins at another provider the way back.
alter table accounts.flow_states
  drop column created_at,
  alter column method drop not null,
  alter column redirect_to drop not null;
