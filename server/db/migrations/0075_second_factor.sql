alter table "users" add column "second_factor" boolean not null default false;
alter table "session" add column "must_enrol" boolean not null default false;
-- The secret of a user's authenticator app, encrypted, and that of one that is being set up.
create table second_factor (
  user_id integer primary key references users (id),
  secret_sealed text,
  pending_sealed text,
  last_step bigint,
  confirmed_at timestamptz,
  due_at timestamptz
);
create table recovery_code (
  user_id integer not null references users (id),
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
-- A sign-in whose second step has to follow.
alter table account_ticket drop constraint account_ticket_kind_check;
alter table account_ticket add constraint account_ticket_kind_check check (kind in ('reset', 'invitation', 'sign_in'));
alter table account_ticket alter column code_mac drop not null;
alter table account_ticket add column network text;
alter table account_ticket add column method text check (method in ('password', 'provider'));
