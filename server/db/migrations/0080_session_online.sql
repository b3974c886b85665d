-- online: each statement by itself, without a transaction; it may be run again
alter table "session" validate constraint "session_method_check";
