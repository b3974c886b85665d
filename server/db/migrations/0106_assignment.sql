alter table "assignment" add column "used_above" integer not null default 0;
alter table "assignment" add constraint "assignment_used_above_check" check ("used_above" >= 0) not valid;
alter table "assignment" add column "above_since" timestamptz;
alter table "assignment" add column "above_accepted" integer;
alter table "assignment" add constraint "assignment_above_accepted_check" check ("above_accepted" >= 1) not valid;
alter table "assignment" add column "above_reason" text;
alter table "assignment" add constraint "assignment_above_reason_check" check ("above_reason" in ('agreed', 'peak', 'test', 'reduces', 'other')) not valid;
alter table "assignment" add column "above_comment" text;
comment on column "assignment"."above_comment" is '0 to 200 characters: line';
