-- How often something was tried within the present time, by what is counted and for whom; `expire` is in milliseconds.
create table rate_limit (
  key text primary key,
  points integer not null,
  expire bigint not null
);
create index rate_limit_expire_idx on rate_limit (expire);
drop table login_failure;
drop table request_count;

-- A sign-in that began with a jump ends in the browser that began it, which alone was told the verifier (C19).
delete from oauth_state;
alter table oauth_state add column verifier_hash text not null;

-- Bodies were kept as plain hashes, from which a password can be guessed; from now on as codes of the secret key (D10).
delete from idempotency;
