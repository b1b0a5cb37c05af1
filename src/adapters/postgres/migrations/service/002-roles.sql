-- Everybody who works in the salon has one role. Owners stay rows `admin`, since processes of earlier releases let these alone in.
alter table accounts.user_roles
  drop constraint user_roles_pkey,
  add primary key (user_id),
  drop constraint user_roles_role_check,
  add column stylist_id text,
  add constraint user_roles_role_check check (role in ('admin', 'front_desk', 'stylist')),
  add constraint user_roles_stylist_check check ((role = 'stylist') = (stylist_id is not null));
