alter table "users" add column "active" boolean not null default true;
