-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "enterprise_contact_mail__search_idx" on "enterprise" using gin ("contact_mail" gin_trgm_ops) with (fastupdate = off);
