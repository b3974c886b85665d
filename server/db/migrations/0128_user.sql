alter table "users" add column "variant_id" integer;
alter table "users" add constraint "users_variant_id_fkey" foreign key ("variant_id") references "role_variant" (id) not valid;
