-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "session_over_idx" on "session" (ended_at) where ended_at is not null;
create index concurrently if not exists "session_opened_by_idx" on "session" (parent_session_id);
drop index concurrently if exists "session_parent_idx";
create index concurrently if not exists "audit_checkpoint_seq_idx" on "audit_checkpoint" (seq, id);
