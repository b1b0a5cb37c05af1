-- Staff who book are told whose card has the e-mail or phone that they type.
create index registrar_contacts_hash on registrar_contacts ((item ->> 'hash'));
