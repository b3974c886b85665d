-- online: each statement by itself, without a transaction; it may be run again
alter table "assignment" validate constraint "assignment_decline_reason_check";
