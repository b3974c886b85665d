-- The planner learns nothing of the values in a summary's columns any more: by what it once saw of them it planned lists again for each
-- request. What it has learned goes with the type, which stays what it was.
alter table "orders_summary__status__category_id__product_id"
  alter column "status" set statistics 0,
  alter column "status" type integer,
  alter column "category_id" set statistics 0,
  alter column "category_id" type integer,
  alter column "product_id" set statistics 0,
  alter column "product_id" type integer;
alter table "orders_summary__enterprise_id__status"
  alter column "enterprise_id" set statistics 0,
  alter column "enterprise_id" type integer,
  alter column "status" set statistics 0,
  alter column "status" type integer;
alter table "assignment_summary__status__task_status"
  alter column "status" set statistics 0,
  alter column "status" type integer,
  alter column "task_status" set statistics 0,
  alter column "task_status" type text;
alter table "assignment_summary__enterprise_id__status"
  alter column "enterprise_id" set statistics 0,
  alter column "enterprise_id" type integer,
  alter column "status" set statistics 0,
  alter column "status" type integer;
alter table "audit_summary__entity__action__result"
  alter column "entity" set statistics 0,
  alter column "entity" type text,
  alter column "action" set statistics 0,
  alter column "action" type text,
  alter column "result" set statistics 0,
  alter column "result" type text;
