-- A signing key can be prepared: its public key is published before it signs (issue 35, section 6).
alter table signing_key add column activated_at timestamptz;
update signing_key set activated_at = created_at;
drop index signing_key_current_key;
create unique index signing_key_current_key on signing_key ((retired_at is null)) where retired_at is null and activated_at is not null;
create unique index signing_key_prepared_key on signing_key ((activated_at is null)) where activated_at is null;
