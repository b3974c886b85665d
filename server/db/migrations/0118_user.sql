alter table "users" add column "time_zone_chosen" boolean not null default false;
alter table "users" add column "notice_choices" jsonb not null default '{}';
alter table "users" add column "daily_mail" boolean not null default false;
