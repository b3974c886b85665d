alter table "webhook_delivery" rename column "error" to "failure";
alter table "webhook_delivery" rename constraint "webhook_delivery_error_check" to "webhook_delivery_failure_check";
alter index "webhook_delivery_error__desc_idx" rename to "webhook_delivery_failure__desc_idx";
alter index "webhook_delivery_error_idx" rename to "webhook_delivery_failure_idx";
