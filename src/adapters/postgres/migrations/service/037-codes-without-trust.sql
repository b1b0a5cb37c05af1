drop table trusted_contacts;
