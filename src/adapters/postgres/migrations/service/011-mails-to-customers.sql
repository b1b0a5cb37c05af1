-- A row may be about a mail instead of a text: then it names the cause that it is about, and its own id is derived from that.
alter table sent add column mail_of uuid;
