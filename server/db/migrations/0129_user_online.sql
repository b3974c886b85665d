-- online: each statement by itself, without a transaction; it may be run again
alter table "users" validate constraint "users_variant_id_fkey";
drop index concurrently if exists "users_enterprise_id__list_idx";
create index concurrently if not exists "users_enterprise_id__list_idx" on "users" ("enterprise_id", "created_at", "id") include ("role_id", "variant_id", "kind", "parent_id") where deleted_at is null;
create index concurrently if not exists "users_variant_id__list_idx" on "users" ("variant_id", "created_at", "id") where deleted_at is null;
