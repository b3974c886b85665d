-- online: each statement by itself, without a transaction; it may be run again
-- The audit is searched by names that are known without it, and what each person alone sees is found by whose it is.
drop index concurrently if exists "audit_action__search_idx";
drop index concurrently if exists "audit_entity__search_idx";
drop index concurrently if exists "notification_status_idx";
drop index concurrently if exists "notification_module_idx";
drop index concurrently if exists "notification_created_at_idx";
drop index concurrently if exists "notification_status__list_idx";
drop index concurrently if exists "notification_module__list_idx";
-- These are of declarations before: another index has the same records by now, or nothing asks for them.
drop index concurrently if exists "orders_user_id_idx";
drop index concurrently if exists "orders_enterprise_id__deleted_idx";
drop index concurrently if exists "saved_view_user_id__list_idx";
drop index concurrently if exists "orders_enterprise_id_idx";
drop index concurrently if exists "enterprise_sales_user_id_idx";
