-- When a second factor was last shown on the device: whoever knows the password alone can make a device known, but not this.
alter table accounts.devices add column second_factor_at timestamptz;
