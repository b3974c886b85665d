-- online: each statement by itself, without a transaction; it may be run again
alter table "session" validate constraint "session_method_check";
create index concurrently if not exists "session_method__desc_idx" on "session" ("method" desc nulls last, "id" desc) where deleted_at is null;
create index concurrently if not exists "session_method_idx" on "session" ("method", id) where deleted_at is null;
-- The list shows the device in place of the agent.
drop index concurrently if exists "session_agent__desc_idx";
drop index concurrently if exists "session_agent_idx";
