-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "orders_summary__status__category_id__product_id_new" on "orders_summary__status__category_id__product_id" ("status", "category_id", "product_id") where not "_folded";
create index concurrently if not exists "orders_summary__enterprise_id__status_new" on "orders_summary__enterprise_id__status" ("enterprise_id", "status") where not "_folded";
create index concurrently if not exists "assignment_summary__status__task_status_new" on "assignment_summary__status__task_status" ("status", "task_status") where not "_folded";
create index concurrently if not exists "assignment_summary__enterprise_id__status_new" on "assignment_summary__enterprise_id__status" ("enterprise_id", "status") where not "_folded";
