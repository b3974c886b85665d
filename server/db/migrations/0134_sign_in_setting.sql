alter table "sign_in_setting" add column "password_length" integer not null default 8;
alter table "sign_in_setting" add constraint "sign_in_setting_password_length_check" check ("password_length" >= 8 and "password_length" <= 32) not valid;
alter table "sign_in_setting" add column "password_personal" boolean not null default true;
alter table "sign_in_setting" add column "confirm_licences" boolean not null default false;
