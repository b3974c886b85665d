alter table "product_setting" add column "logo_en" jsonb;
alter table "product_setting" add column "logo_zh" jsonb;
alter table "product_setting" add column "colour_en" text;
comment on column "product_setting"."colour_en" is '0 to 7 characters: line';
alter table "product_setting" add column "colour_zh" text;
comment on column "product_setting"."colour_zh" is '0 to 7 characters: line';
