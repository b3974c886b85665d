-- online: each statement by itself, without a transaction; it may be run again
alter table "mail" validate constraint "mail_record_id_check";
alter table "mail" validate constraint "mail_user_id_fkey";
