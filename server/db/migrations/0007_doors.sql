-- How often something was tried within the present time, by what is counted and for whom; `expire` is in milliseconds.
create table rate_limit (
  key text primary key,
  points integer not null,
  expire bigint not null
);
create index rate_limit_expire_idx on rate_limit (expire);
drop table login_failure;
drop table request_count;
