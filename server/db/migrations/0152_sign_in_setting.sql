alter table "sign_in_setting" add column "dingtalk_client_id" text;
comment on column "sign_in_setting"."dingtalk_client_id" is '0 to 100 characters: line';
alter table "sign_in_setting" add column "stored_dingtalk_secret" text;
alter table "sign_in_setting" add column "dingtalk_corp_id" text;
comment on column "sign_in_setting"."dingtalk_corp_id" is '0 to 100 characters: line';
alter table "sign_in_setting" add column "dingtalk_trusts_factor" boolean not null default false;
