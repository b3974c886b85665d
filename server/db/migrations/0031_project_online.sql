-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "project_enterprise_id_idx" on "project" ("enterprise_id", id) where deleted_at is null;
