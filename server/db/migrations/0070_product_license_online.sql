-- online: each statement by itself, without a transaction; it may be run again
alter table "product_license" validate constraint "product_license_lease_hours_check";
alter table "product_license" validate constraint "product_license_seat_rule_check";
alter table "product_license" validate constraint "product_license_monthly_releases_check";
