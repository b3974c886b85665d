-- Sign-ins that were sent to a provider. The state is in the address, the verifier in the browser, the rest only here.
create table oidc_state (
  state_hash text primary key,
  verifier_hash text not null,
  provider_id integer not null references identity_provider (id),
  nonce text not null,
  code_verifier text not null,
  user_id integer references users (id),
  created_at timestamptz not null
);
create index oidc_state_created_at_idx on oidc_state (created_at);
