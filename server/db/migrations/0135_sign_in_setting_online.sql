-- online: each statement by itself, without a transaction; it may be run again
alter table "sign_in_setting" validate constraint "sign_in_setting_password_length_check";
