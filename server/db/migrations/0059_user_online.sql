-- online: each statement by itself, without a transaction; it may be run again
alter table "users" validate constraint "users_kind_check";
