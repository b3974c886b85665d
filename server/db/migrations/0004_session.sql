-- The table of sessions as it is declared: the index of every sort of its list.
alter table "session" alter column "seen_at" drop default;
create index "session_address_idx" on "session" ("address", id) where deleted_at is null;
create index "session_agent_idx" on "session" ("agent", id) where deleted_at is null;
create index "session_created_at_idx" on "session" ("created_at", id) where deleted_at is null;
create index "session_ended_at_idx" on "session" ("ended_at", id) where deleted_at is null;
create index "session_user_id_idx" on "session" ("user_id", id) where deleted_at is null;
