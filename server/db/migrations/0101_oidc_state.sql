-- A sign-in that a SuperAdmin tests, which opens no session.
alter table oidc_state add column is_test boolean not null default false;
