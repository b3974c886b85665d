alter table "orders" add column "confirmed_at" timestamptz;
-- What waits for an approval has waited since it was confirmed, as the audit has it.
update "orders" o set "confirmed_at" = coalesce((select max(a.created_at) from "audit" a
  where a.entity = 'order' and a.entity_id = o.id and a.action = 'confirm' and a.result = 'done'), o.created_at)
where o.status = 1;
