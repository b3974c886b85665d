-- Events of records that webhooks have not been sent yet (docs/decisions/0081-webhooks.md). A change writes its event in its own
-- transaction, with the row as it is then, and only while there is a webhook that is on.
create table "record_event" (
  "id" bigint generated always as identity primary key,
  "created_at" timestamptz not null default now(),
  "entity" text not null,
  "record_id" integer not null,
  "action" text not null,
  "operation" text not null,
  "changed" text[],
  "record" jsonb not null
);
create function "publish_event"(entity text, record_id integer, action text, operation text, changed text[], record anyelement) returns void
language plpgsql as $$ begin
  if exists (select 1 from "webhook" where "state" = 1 and "deleted_at" is null) then
    insert into "record_event" ("entity", "record_id", "action", "operation", "changed", "record")
      values (entity, record_id, action, operation, changed, to_jsonb(record));
  end if;
end $$;
create function "publish_change"(entity text, record_id integer, version integer, action text, was json,
  operation text, changed text[], record anyelement) returns void
language plpgsql as $$ begin
  insert into "record_change" ("entity", "record_id", "version", "action", "was") values (entity, record_id, version, action, was);
  if operation is not null then
    perform publish_event(entity, record_id, action, operation, changed, record);
  end if;
end $$;
drop function "tell_change";
