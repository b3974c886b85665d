-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "users_params_liaison_mail__search_idx" on "users" using gin (("params" ->> 'liaison_mail') gin_trgm_ops) with (fastupdate = off);
create index concurrently if not exists "users_params_liaison_mail__signs_idx" on "users" using gin ((string_to_array(lower(("params" ->> 'liaison_mail')), null))) with (fastupdate = off);
create index concurrently if not exists "orders_confirmed_at_idx" on "orders" ("confirmed_at", id) where deleted_at is null;
