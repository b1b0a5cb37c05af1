-- Who has signed in from where is told by their sessions.
drop table accounts.devices;
