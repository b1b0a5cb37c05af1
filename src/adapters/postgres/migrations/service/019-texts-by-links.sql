-- Whether a text was caused by the private link of a booking that is the salon's: such texts get a share of the number's.
alter table texts_counted add column by_link boolean not null default false;
