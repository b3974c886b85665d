-- online: each statement by itself, without a transaction; it may be run again
-- Which order renews a licence (docs/decisions/0019): a queue asks it of every licence that ends soon.
create index concurrently if not exists "orders_renews_idx" on "orders" ((params ->> 'renews')) where deleted_at is null and params ->> 'renews' is not null;
