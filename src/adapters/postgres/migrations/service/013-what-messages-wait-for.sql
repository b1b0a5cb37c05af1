-- The reason for waiting at the worker's last look; messages that have left wait for nothing.
alter table sent add column waits_for text;
