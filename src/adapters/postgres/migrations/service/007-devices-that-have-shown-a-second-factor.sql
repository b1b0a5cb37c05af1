-- The time at which a second factor was last shown on the device. A person who knows only the password can make a device known, but not
-- this.
alter table accounts.devices add column second_factor_at timestamptz;
