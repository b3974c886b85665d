alter table "identity_provider" add column "directory_id" integer;
alter table "identity_provider" add constraint "identity_provider_directory_id_fkey" foreign key ("directory_id") references "service_account" (id) not valid;
