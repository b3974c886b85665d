create table "orders_summary__status__category_id__product_id" (
  "status" integer,
  "category_id" integer,
  "product_id" integer,
  "_records" bigint not null,
  "purchased_hosts" bigint not null,
  "available_hosts" bigint not null
);
create index "orders_summary__status__category_id__product_id_idx" on "orders_summary__status__category_id__product_id" ("status", "category_id", "product_id");
create table "orders_summary__enterprise_id__status" (
  "enterprise_id" integer,
  "status" integer,
  "_records" bigint not null
);
create index "orders_summary__enterprise_id__status_idx" on "orders_summary__enterprise_id__status" ("enterprise_id", "status");
create function "orders_summary"() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into "orders_summary__status__category_id__product_id" ("status", "category_id", "product_id", "_records", "purchased_hosts", "available_hosts")
    select "status", "category_id", "product_id", sum("_records"), sum("purchased_hosts"), sum("available_hosts") from (select "status", "category_id", "product_id", 1 as "_records", "purchased_hosts" as "purchased_hosts", "available_hosts" as "available_hosts"
      from after_it where deleted_at is null) parts
    group by "status", "category_id", "product_id" having sum("_records") <> 0 or sum("purchased_hosts") <> 0 or sum("available_hosts") <> 0;
    insert into "orders_summary__enterprise_id__status" ("enterprise_id", "status", "_records")
    select "enterprise_id", "status", sum("_records") from (select "enterprise_id", "status", 1 as "_records"
      from after_it where deleted_at is null) parts
    group by "enterprise_id", "status" having sum("_records") <> 0;
  elsif tg_op = 'UPDATE' then
    insert into "orders_summary__status__category_id__product_id" ("status", "category_id", "product_id", "_records", "purchased_hosts", "available_hosts")
    select "status", "category_id", "product_id", sum("_records"), sum("purchased_hosts"), sum("available_hosts") from (select "status", "category_id", "product_id", 1 as "_records", "purchased_hosts" as "purchased_hosts", "available_hosts" as "available_hosts"
      from after_it where deleted_at is null
    union all select "status", "category_id", "product_id", -1 as "_records", -"purchased_hosts" as "purchased_hosts", -"available_hosts" as "available_hosts"
      from before_it where deleted_at is null) parts
    group by "status", "category_id", "product_id" having sum("_records") <> 0 or sum("purchased_hosts") <> 0 or sum("available_hosts") <> 0;
    insert into "orders_summary__enterprise_id__status" ("enterprise_id", "status", "_records")
    select "enterprise_id", "status", sum("_records") from (select "enterprise_id", "status", 1 as "_records"
      from after_it where deleted_at is null
    union all select "enterprise_id", "status", -1 as "_records"
      from before_it where deleted_at is null) parts
    group by "enterprise_id", "status" having sum("_records") <> 0;
  elsif tg_op = 'DELETE' then
    insert into "orders_summary__status__category_id__product_id" ("status", "category_id", "product_id", "_records", "purchased_hosts", "available_hosts")
    select "status", "category_id", "product_id", sum("_records"), sum("purchased_hosts"), sum("available_hosts") from (select "status", "category_id", "product_id", -1 as "_records", -"purchased_hosts" as "purchased_hosts", -"available_hosts" as "available_hosts"
      from before_it where deleted_at is null) parts
    group by "status", "category_id", "product_id" having sum("_records") <> 0 or sum("purchased_hosts") <> 0 or sum("available_hosts") <> 0;
    insert into "orders_summary__enterprise_id__status" ("enterprise_id", "status", "_records")
    select "enterprise_id", "status", sum("_records") from (select "enterprise_id", "status", -1 as "_records"
      from before_it where deleted_at is null) parts
    group by "enterprise_id", "status" having sum("_records") <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from "orders_summary__status__category_id__product_id";
    delete from "orders_summary__enterprise_id__status";
  end if;
  return null;
end $$;
create trigger "orders_summary_insert" after insert on "orders" referencing new table as after_it for each statement execute function "orders_summary"();
create trigger "orders_summary_update" after update on "orders" referencing old table as before_it new table as after_it for each statement execute function "orders_summary"();
create trigger "orders_summary_delete" after delete on "orders" referencing old table as before_it for each statement execute function "orders_summary"();
create trigger "orders_summary_truncate" after truncate on "orders" for each statement execute function "orders_summary"();
insert into "orders_summary__status__category_id__product_id" ("status", "category_id", "product_id", "_records", "purchased_hosts", "available_hosts")
    select "status", "category_id", "product_id", sum("_records"), sum("purchased_hosts"), sum("available_hosts") from (select "status", "category_id", "product_id", 1 as "_records", "purchased_hosts" as "purchased_hosts", "available_hosts" as "available_hosts"
      from "orders" where deleted_at is null) parts
    group by "status", "category_id", "product_id" having sum("_records") <> 0 or sum("purchased_hosts") <> 0 or sum("available_hosts") <> 0;
insert into "orders_summary__enterprise_id__status" ("enterprise_id", "status", "_records")
    select "enterprise_id", "status", sum("_records") from (select "enterprise_id", "status", 1 as "_records"
      from "orders" where deleted_at is null) parts
    group by "enterprise_id", "status" having sum("_records") <> 0;
