-- The names of users as they look, so that no two look alike.
create index users_look_idx on users (lower(replace(translate(name, '01I', 'Oll'), 'm', 'rn'))) where deleted_at is null;

-- Each entry carries a mark of the product's key, so that a row of somebody else's is known (C10).
alter table "audit" add column "mark" text;
-- What a link seals is a list of columns by its version: the links so far are of the first.
alter table audit_seal add column version integer not null default 1;

-- The whole of the audit is append-only, its seals and checkpoints too; a statement is refused before any row is looked at.
drop trigger audit_append_only on audit;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function audit_is_append_only();
create trigger audit_append_only before update or delete or truncate on audit_seal
  for each statement execute function audit_is_append_only();
create trigger audit_append_only before update or delete or truncate on audit_checkpoint
  for each statement execute function audit_is_append_only();
