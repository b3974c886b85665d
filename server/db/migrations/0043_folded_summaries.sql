-- Rows of summaries that were put together are told from those that were written since, which are few.
alter table "orders_summary__status__category_id__product_id" add column "_folded" boolean not null default false;
alter table "orders_summary__enterprise_id__status" add column "_folded" boolean not null default false;
alter table "assignment_summary__status__task_status" add column "_folded" boolean not null default false;
alter table "assignment_summary__enterprise_id__status" add column "_folded" boolean not null default false;
