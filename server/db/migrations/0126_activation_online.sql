-- online: each statement by itself, without a transaction; it may be run again
alter table "activation" validate constraint "activation_status_check";
alter table "activation" validate constraint "activation_kind_check";
alter table "activation" validate constraint "activation_seats_check";
drop index concurrently if exists "activation_assignment_id__list_idx";
create index concurrently if not exists "activation_assignment_id__list_idx" on "activation" ("assignment_id", "created_at", "id") include ("kind", "status", "is_over") where deleted_at is null;
drop index concurrently if exists "activation_enterprise_id__list_idx";
create index concurrently if not exists "activation_enterprise_id__list_idx" on "activation" ("enterprise_id", "created_at", "id") include ("kind", "status", "is_over") where deleted_at is null;
create index concurrently if not exists "activation_kind__list_idx" on "activation" ("kind", "created_at", "id") where deleted_at is null;
create index concurrently if not exists "activation_kind_idx" on "activation" ("kind", id) where deleted_at is null;
create index concurrently if not exists "activation_seats_idx" on "activation" ("seats", id) where deleted_at is null;
