-- A mail may be that of a message, and then has no licence (issue 13 point 6).
alter table "mail" alter column "assignment_id" drop not null;
alter table "mail" alter column "enterprise_id" drop not null;
alter table "mail" add column "user_id" integer;
alter table "mail" add column "notice" text;
alter table "mail" add column "record_id" integer;
alter table "mail" add constraint "mail_record_id_check" check ("record_id" >= 0) not valid;
alter table "mail" add column "values" jsonb not null default '{}';
alter table "mail" add constraint "mail_user_id_fkey" foreign key ("user_id") references "users" (id) not valid;
