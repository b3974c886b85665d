-- online: each statement by itself, without a transaction; it may be run again
-- The orders that add to a licence because more of it is used than was bought.
create index concurrently if not exists "orders_adds_to_idx" on "orders" ((params ->> 'adds_to')) where deleted_at is null and params ->> 'adds_to' is not null;
