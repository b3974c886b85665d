alter table "assignment" add column "activated" boolean not null default false;
