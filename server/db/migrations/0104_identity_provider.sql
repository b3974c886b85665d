alter table "identity_provider" add column "signs_out" boolean not null default false;
