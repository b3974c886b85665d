-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "saved_view_is_shared__list_idx" on "saved_view" ("is_shared", "name", "id") where deleted_at is null;
create index concurrently if not exists "saved_view_user_id_idx" on "saved_view" ("user_id", id) where deleted_at is null;
