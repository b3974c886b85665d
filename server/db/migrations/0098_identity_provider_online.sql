-- online: each statement by itself, without a transaction; it may be run again
alter table "identity_provider" validate constraint "identity_provider_directory_id_fkey";
create index concurrently if not exists "identity_provider_directory_id_idx" on "identity_provider" ("directory_id", id) where deleted_at is null;
