alter table "product_license" add column "activation" boolean not null default false;
alter table "product_license" add column "lease_hours" integer not null default 168;
alter table "product_license" add constraint "product_license_lease_hours_check" check ("lease_hours" >= 1 and "lease_hours" <= 2160) not valid;
alter table "product_license" add column "seat_rule" text not null default 'refuse';
alter table "product_license" add constraint "product_license_seat_rule_check" check ("seat_rule" in ('refuse', 'to_125', 'to_150', 'report')) not valid;
alter table "product_license" add column "monthly_releases" integer not null default 5;
alter table "product_license" add constraint "product_license_monthly_releases_check" check ("monthly_releases" >= 0 and "monthly_releases" <= 10000) not valid;
