-- The sessions tell from which addresses somebody has signed in.
drop table accounts.devices;
