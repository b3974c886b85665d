-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "assignment_sub_user_id__behind_idx" on "assignment" ("sub_user_id", id);
