-- online: each statement by itself, without a transaction; it may be run again
alter table "product_license" validate constraint "product_license_relay_days_check";
