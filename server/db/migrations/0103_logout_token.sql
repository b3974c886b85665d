-- The logout tokens that were accepted: each is valid once, by its provider and its jti.
create table logout_token (
  token_hash text primary key,
  created_at timestamptz not null
);
create index logout_token_created_at_idx on logout_token (created_at);
