alter table "session" add column "method" text;
alter table "session" add constraint "session_method_check" check ("method" in ('password', 'password_code', 'provider', 'provider_code', 'acting')) not valid;
alter table "session" add column "confirmed_at" timestamptz;
