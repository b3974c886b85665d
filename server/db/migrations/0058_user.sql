alter table "users" add column "kind" text not null default 'person';
alter table "users" add constraint "users_kind_check" check ("kind" in ('person', 'service')) not valid;
