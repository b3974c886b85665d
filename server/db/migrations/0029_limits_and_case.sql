-- What each text is held to, as its column's remark: by it a later migration knows that limits became narrower. No row
-- is read or written, and a lock is held for no longer than it takes to write a line of the catalogue.
comment on column "users"."name" is '0 to 30 characters: loginName';
comment on column "users"."password_hash" is '0 to 200 characters: line';
comment on column "users"."nick_name" is '0 to 50 characters: line';
comment on column "users"."phone" is '0 to 30 characters: phone';
comment on column "users"."language" is '0 to 5 characters: line';
comment on column "enterprise"."name" is '0 to 100 characters: line';
comment on column "enterprise"."code" is '2 to 20 characters: letters';
comment on column "enterprise"."social_credit_code" is '0 to 30 characters: line';
comment on column "enterprise"."contact_man" is '0 to 50 characters: line';
comment on column "enterprise"."contact_mail" is '0 to 254 characters: mail';
comment on column "enterprise"."contact_phone" is '0 to 30 characters: phone';
comment on column "enterprise"."comment" is '0 to 500 characters: lines';
comment on column "product"."name" is '0 to 100 characters: line';
comment on column "product"."code" is '0 to 40 characters: line';
comment on column "product"."unit" is '0 to 20 characters: line';
comment on column "product_license"."issuer" is '0 to 200 characters: line';
comment on column "product_license"."signing_key_id" is '0 to 64 characters: line';
comment on column "product_license"."comment" is '0 to 500 characters: lines';
comment on column "project"."name" is '0 to 100 characters: line';
comment on column "project"."code" is '0 to 40 characters: line';
comment on column "project"."mail" is '0 to 254 characters: mail';
comment on column "project"."license_key" is '0 to 100 characters: line';
comment on column "project"."failback_key" is '0 to 100 characters: line';
comment on column "project"."customer_po" is '0 to 60 characters: line';
comment on column "project"."huawei_cloud_code" is '0 to 60 characters: line';
comment on column "project"."comment" is '0 to 500 characters: lines';
comment on column "orders"."code" is '0 to 30 characters: line';
comment on column "orders"."comment" is '0 to 500 characters: lines';
comment on column "application"."comment" is '0 to 500 characters: lines';
comment on column "application"."reply" is '0 to 500 characters: lines';
comment on column "assignment"."comment" is '0 to 500 characters: lines';
comment on column "assignment"."lic_key" is '0 to 100 characters: line';
comment on column "assignment"."failback_key" is '0 to 100 characters: line';
comment on column "assignment"."task_uuid" is '0 to 36 characters: line';
comment on column "assignment"."task_result" is '0 to 2000 characters: line';
comment on column "assignment"."language" is '0 to 5 characters: line';
comment on column "assignment"."jti" is '0 to 36 characters: line';
comment on column "mail"."key" is '0 to 40 characters: line';
comment on column "mail"."address" is '0 to 254 characters: mail';
comment on column "mail"."language" is '0 to 5 characters: line';
comment on column "mail"."message_id" is '0 to 200 characters: line';
comment on column "mail"."result" is '0 to 500 characters: line';
comment on column "mail"."notice" is '0 to 200 characters: line';
comment on column "subscription"."code" is '0 to 30 characters: line';
comment on column "subscription"."company" is '0 to 100 characters: line';
comment on column "subscription"."contact_man" is '0 to 50 characters: line';
comment on column "subscription"."contact_mail" is '0 to 254 characters: mail';
comment on column "subscription"."contact_phone" is '0 to 30 characters: phone';
comment on column "subscription"."wish" is '0 to 100 characters: line';
comment on column "subscription"."comment" is '0 to 500 characters: lines';
comment on column "payment"."comment" is '0 to 500 characters: lines';
comment on column "notification"."uuid" is '0 to 36 characters: line';
comment on column "notification"."notice" is '0 to 200 characters: line';
comment on column "audit"."action" is '0 to 60 characters: line';
comment on column "audit"."entity" is '0 to 60 characters: line';
comment on column "audit"."address" is '0 to 64 characters: line';
comment on column "audit"."agent" is '0 to 300 characters: line';
comment on column "audit"."request_id" is '0 to 64 characters: line';
comment on column "audit"."mark" is '0 to 80 characters: line';
comment on column "user_oauth"."nick" is '0 to 100 characters: line';
comment on column "user_oauth"."union_id" is '0 to 200 characters: line';
comment on column "user_oauth"."corp_id" is '0 to 200 characters: line';
comment on column "session"."key_hash" is '0 to 200 characters: line';
comment on column "session"."address" is '0 to 64 characters: line';
comment on column "session"."agent" is '0 to 300 characters: line';
comment on column "saved_view"."screen" is '0 to 100 characters: line';
comment on column "saved_view"."name" is '0 to 60 characters: line';
comment on column "saved_view"."query" is '0 to 2000 characters: lines';

-- A name is taken whatever its case in a group, too (decision 0037). Of views of one user and screen whose names are the
-- same but for their case, the oldest keeps its name; the others get their number behind it.
update saved_view as v set name = left(v.name, 48) || ' ' || v.id
where v.deleted_at is null and exists (
  select from saved_view o
  where o.user_id = v.user_id and lower(o.screen) = lower(v.screen) and lower(o.name) = lower(v.name)
    and o.deleted_at is null and o.id < v.id
);
drop index "saved_view_user_id__screen__name_key";
create unique index "saved_view_user_id__screen__name_key" on "saved_view" ("user_id", lower("screen"), lower("name")) where deleted_at is null;
