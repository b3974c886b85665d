-- A payment may have its receipt (D13).
alter table "payment" add column "receipt" jsonb;
