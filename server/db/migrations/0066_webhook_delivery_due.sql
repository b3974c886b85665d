-- What is sent next to a webhook, and what waits for an earlier event of its record (server/jobs/webhook/deliveries.ts).
create index "webhook_delivery_due" on "webhook_delivery" ("webhook_id", "next_at", "id") where "state" in (0, 2) and "deleted_at" is null;
create index "webhook_delivery_first" on "webhook_delivery" ("webhook_id", "entity", "record_id", "id") where "state" = 0 and "deleted_at" is null;
