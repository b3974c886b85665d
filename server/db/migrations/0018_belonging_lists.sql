-- online: each statement by itself, without a transaction; it may be run again
drop index concurrently if exists "orders_enterprise_id__list_idx";
create index concurrently if not exists "orders_enterprise_id__list_idx" on "orders" ("enterprise_id", "created_at", "id") include ("category_id", "status", "product_id", "user_id") where deleted_at is null;
create index concurrently if not exists "orders_user_id__list_idx" on "orders" ("user_id", "created_at", "id") where deleted_at is null;
drop index concurrently if exists "project_enterprise_id__list_idx";
create index concurrently if not exists "project_enterprise_id__list_idx" on "project" ("enterprise_id", "created_at", "id") include ("product_id", "status", "sub_user_id") where deleted_at is null;
create index concurrently if not exists "project_sub_user_id__list_idx" on "project" ("sub_user_id", "created_at", "id") where deleted_at is null;
