alter table "session" drop constraint "session_method_check";
alter table "session" add constraint "session_method_check" CHECK ((method = ANY (ARRAY['password'::text, 'password_code'::text, 'provider'::text, 'provider_code'::text, 'acting'::text, 'oidc'::text, 'oidc_code'::text]))) not valid;
