-- The time zone in which a reader sees points in time, and the terms of a subscription by its calendar
-- (docs/decisions/0064).
alter table "users" add column "time_zone" text;
comment on column "users"."time_zone" is '0 to 64 characters: line';
alter table "mail" add column "time_zone" text;
comment on column "mail"."time_zone" is '0 to 64 characters: line';
alter table "subscription" add column "time_zone" text;
comment on column "subscription"."time_zone" is '0 to 64 characters: line';
alter table "subscription" add column "anchored_at" timestamptz;
-- Reminders of the ends of licences also say when that is.
update "notification" n set "values" = n."values" || jsonb_build_object(
    'ends', to_char(a."expired_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from "assignment" a
  where n."notice" = 'licence_expiring' and a."id" = n."record_id" and a."expired_at" is not null;
