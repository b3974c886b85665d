alter table "session" drop constraint "session_method_check";
alter table "session" add constraint "session_method_check" CHECK ((method = ANY (ARRAY['password'::text, 'password_code'::text, 'provider'::text, 'provider_code'::text, 'acting'::text, 'passkey'::text, 'password_passkey'::text, 'provider_passkey'::text, 'oidc'::text, 'oidc_passkey'::text, 'oidc_code'::text]))) not valid;
