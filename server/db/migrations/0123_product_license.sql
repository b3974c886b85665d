alter table "product_license" add column "relay" boolean not null default false;
alter table "product_license" add column "relay_days" integer not null default 30;
alter table "product_license" add constraint "product_license_relay_days_check" check ("relay_days" >= 1 and "relay_days" <= 366) not valid;
