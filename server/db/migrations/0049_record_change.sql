-- What was changed of which record lately, for those who follow it (docs/decisions/0054-changes.md). "x" is the transaction that
-- changed it: by it and a snapshot a reader knows what has been committed since. Rows are forgotten after some minutes.
create table "record_change" (
  "x" xid8 not null default pg_current_xact_id(),
  "id" bigint generated always as identity,
  "at" timestamptz not null default now(),
  "entity" text not null,
  "record_id" integer not null,
  "version" integer not null,
  "action" text not null,
  "was" json,
  primary key ("x", "id")
);
create function "tell_change"(entity text, record_id integer, version integer, action text, was json) returns void
language plpgsql as $$ begin
  insert into "record_change" ("entity", "record_id", "version", "action", "was") values (entity, record_id, version, action, was);
end $$;
