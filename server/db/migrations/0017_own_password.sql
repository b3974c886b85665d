alter table "users" add column "must_change_password" boolean not null default false;
alter table "session" add column "must_change_password" boolean not null default false;
