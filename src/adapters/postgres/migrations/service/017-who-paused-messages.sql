-- The decision of staff that the row follows: where it is in the log, which says who made it.
alter table sending add column decided text;
