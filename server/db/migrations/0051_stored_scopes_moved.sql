-- A record that was deleted or brought back while its enterprise went to another salesman kept the one before: it was handed on by one
-- statement to what is deleted, and by another to what is not. Those that were left behind go along now.
create or replace function "orders_scope__enterprise_id__sales_user_id_moved"() returns trigger language plpgsql as $$ begin
  if tg_argv[0] = '2' then perform from "enterprise" where id = new.id for update; end if;
  update "orders" set "_enterprise_id__sales_user_id" = new."sales_user_id"
    where ("enterprise_id" = new.id and deleted_at is null or "enterprise_id" = new.id and deleted_at is not null) and "_enterprise_id__sales_user_id" is distinct from new."sales_user_id";
  return new;
end $$;
update "orders" as t set "enterprise_id" = t."enterprise_id" from "enterprise" as e
  where e.id = t."enterprise_id" and t."_enterprise_id__sales_user_id" is distinct from e."sales_user_id";
create or replace function "assignment_scope__enterprise_id__sales_user_id_moved"() returns trigger language plpgsql as $$ begin
  if tg_argv[0] = '2' then perform from "enterprise" where id = new.id for update; end if;
  update "assignment" set "_enterprise_id__sales_user_id" = new."sales_user_id"
    where ("enterprise_id" = new.id and deleted_at is null or "enterprise_id" = new.id and deleted_at is not null) and "_enterprise_id__sales_user_id" is distinct from new."sales_user_id";
  return new;
end $$;
update "assignment" as t set "enterprise_id" = t."enterprise_id" from "enterprise" as e
  where e.id = t."enterprise_id" and t."_enterprise_id__sales_user_id" is distinct from e."sales_user_id";
