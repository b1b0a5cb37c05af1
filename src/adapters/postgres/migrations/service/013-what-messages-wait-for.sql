-- What a message waits for since it was last looked at, so that those that have left are told from those that haven't.
alter table sent add column waits_for text;
