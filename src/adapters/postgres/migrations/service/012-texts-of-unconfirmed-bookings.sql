-- Whether a text was about something that anybody can cause: such texts have limits of their own.
alter table texts_counted add column public boolean not null default true;
