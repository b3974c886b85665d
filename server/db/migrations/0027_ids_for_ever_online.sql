-- online: each statement by itself, without a transaction; it may be run again
-- What the server draws as an id stays one of its kind when its record is deleted.
drop index concurrently if exists "assignment_jti_key";
create unique index concurrently if not exists "assignment_jti_key" on "assignment" (lower("jti"));
drop index concurrently if exists "assignment_task_uuid_key";
create unique index concurrently if not exists "assignment_task_uuid_key" on "assignment" (lower("task_uuid"));
drop index concurrently if exists "mail_message_id_key";
create unique index concurrently if not exists "mail_message_id_key" on "mail" (lower("message_id"));
drop index concurrently if exists "notification_uuid_key";
create unique index concurrently if not exists "notification_uuid_key" on "notification" (lower("uuid"));
