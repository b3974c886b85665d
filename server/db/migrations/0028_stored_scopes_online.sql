-- online: each statement by itself, without a transaction; it may be run again
alter table "orders" add column if not exists "_enterprise_id__sales_user_id" integer;
create or replace function "orders_scope__enterprise_id__sales_user_id"() returns trigger language plpgsql as $$ declare
  held integer;
begin
  select "sales_user_id" into held from "enterprise" where id = new."enterprise_id" for key share;
  if found or new."enterprise_id" is null then new."_enterprise_id__sales_user_id" := held; end if;
  return new;
end $$;
create or replace trigger "orders_scope__enterprise_id__sales_user_id" before insert or update of "enterprise_id" on "orders" for each row execute function "orders_scope__enterprise_id__sales_user_id"();
create or replace function "orders_scope__enterprise_id__sales_user_id_moved"() returns trigger language plpgsql as $$ begin
  if tg_argv[0] = '2' then perform from "enterprise" where id = new.id for update; end if;
  update "orders" set "_enterprise_id__sales_user_id" = new."sales_user_id"
    where "enterprise_id" = new.id and deleted_at is null and "_enterprise_id__sales_user_id" is distinct from new."sales_user_id";
  update "orders" set "_enterprise_id__sales_user_id" = new."sales_user_id"
    where "enterprise_id" = new.id and deleted_at is not null and "_enterprise_id__sales_user_id" is distinct from new."sales_user_id";
  return new;
end $$;
create or replace trigger "1_orders_scope__enterprise_id__sales_user_id" before update of "sales_user_id" on "enterprise" for each row when (old."sales_user_id" is distinct from new."sales_user_id") execute function "orders_scope__enterprise_id__sales_user_id_moved"('1');
create or replace trigger "2_orders_scope__enterprise_id__sales_user_id" before update of "sales_user_id" on "enterprise" for each row when (old."sales_user_id" is distinct from new."sales_user_id") execute function "orders_scope__enterprise_id__sales_user_id_moved"('2');
alter table "assignment" add column if not exists "_enterprise_id__sales_user_id" integer;
create or replace function "assignment_scope__enterprise_id__sales_user_id"() returns trigger language plpgsql as $$ declare
  held integer;
begin
  select "sales_user_id" into held from "enterprise" where id = new."enterprise_id" for key share;
  if found or new."enterprise_id" is null then new."_enterprise_id__sales_user_id" := held; end if;
  return new;
end $$;
create or replace trigger "assignment_scope__enterprise_id__sales_user_id" before insert or update of "enterprise_id" on "assignment" for each row execute function "assignment_scope__enterprise_id__sales_user_id"();
create or replace function "assignment_scope__enterprise_id__sales_user_id_moved"() returns trigger language plpgsql as $$ begin
  if tg_argv[0] = '2' then perform from "enterprise" where id = new.id for update; end if;
  update "assignment" set "_enterprise_id__sales_user_id" = new."sales_user_id"
    where "enterprise_id" = new.id and deleted_at is null and "_enterprise_id__sales_user_id" is distinct from new."sales_user_id";
  update "assignment" set "_enterprise_id__sales_user_id" = new."sales_user_id"
    where "enterprise_id" = new.id and deleted_at is not null and "_enterprise_id__sales_user_id" is distinct from new."sales_user_id";
  return new;
end $$;
create or replace trigger "1_assignment_scope__enterprise_id__sales_user_id" before update of "sales_user_id" on "enterprise" for each row when (old."sales_user_id" is distinct from new."sales_user_id") execute function "assignment_scope__enterprise_id__sales_user_id_moved"('1');
create or replace trigger "2_assignment_scope__enterprise_id__sales_user_id" before update of "sales_user_id" on "enterprise" for each row when (old."sales_user_id" is distinct from new."sales_user_id") execute function "assignment_scope__enterprise_id__sales_user_id_moved"('2');
update "orders" set "enterprise_id" = "enterprise_id";
create index concurrently if not exists "orders__enterprise_id__sales_user_id__list_idx" on "orders" ("_enterprise_id__sales_user_id", "created_at", "id") include ("category_id", "status", "product_id", "user_id") where deleted_at is null;
create index concurrently if not exists "orders_enterprise_id__deleted_idx" on "orders" ("enterprise_id") where deleted_at is not null;
update "assignment" set "enterprise_id" = "enterprise_id";
create index concurrently if not exists "assignment__enterprise_id__sales_user_id__list_idx" on "assignment" ("_enterprise_id__sales_user_id", "created_at", "id") include ("order_id", "project_id", "allocation_id", "status", "task_status") where deleted_at is null;
create index concurrently if not exists "assignment_enterprise_id__deleted_idx" on "assignment" ("enterprise_id") where deleted_at is not null;
