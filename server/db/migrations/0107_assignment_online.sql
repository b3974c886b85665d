-- online: each statement by itself, without a transaction; it may be run again
alter table "assignment" validate constraint "assignment_used_above_check";
alter table "assignment" validate constraint "assignment_above_accepted_check";
alter table "assignment" validate constraint "assignment_above_reason_check";
create index concurrently if not exists "assignment_above_since__desc_idx" on "assignment" ("above_since" desc nulls last, "id" desc) where deleted_at is null;
create index concurrently if not exists "assignment_above_since_idx" on "assignment" ("above_since", id) where deleted_at is null;
create index concurrently if not exists "assignment_used_above_idx" on "assignment" ("used_above", id) where deleted_at is null;
