alter table "assignment" add column "declined_at" timestamptz;
alter table "assignment" add column "decline_reason" text;
alter table "assignment" add constraint "assignment_decline_reason_check" check ("decline_reason" in ('unused', 'ended', 'replaced', 'price', 'other')) not valid;
alter table "assignment" add column "decline_comment" text;
comment on column "assignment"."decline_comment" is '0 to 200 characters: line';
