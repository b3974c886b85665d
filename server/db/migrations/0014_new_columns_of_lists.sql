-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "orders_creator_id_idx" on "orders" ("creator_id", id) where deleted_at is null;
create index concurrently if not exists "assignment_hosts_idx" on "assignment" ("hosts", id) where deleted_at is null;
