-- Rows that are there get what the declaration says in "fill".
alter table "saved_view" add column "is_shared" boolean not null default false;
alter table "saved_view" alter column "is_shared" set default false;
