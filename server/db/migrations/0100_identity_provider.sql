alter table "identity_provider" add column "closed_roles" jsonb not null default '[]';
alter table "identity_provider" add column "closed_domains" jsonb not null default '[]';
alter table "identity_provider" add column "break_glass_id" integer;
alter table "identity_provider" add constraint "identity_provider_break_glass_id_fkey" foreign key ("break_glass_id") references "users" (id);
create index "identity_provider_break_glass_id_idx" on "identity_provider" ("break_glass_id", id) where deleted_at is null;
