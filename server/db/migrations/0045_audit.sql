drop function if exists "audit_summary"() cascade;
drop table if exists "audit_summary__entity__action__result";
drop table if exists "audit_summary__entity__result";
create table "audit_summary__entity__action__result" (
  "entity" text,
  "action" text,
  "result" text,
  "_records" bigint not null
);
create index "audit_summary__entity__action__result_idx" on "audit_summary__entity__action__result" ("entity", "action", "result");
create function "audit_summary"() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into "audit_summary__entity__action__result" ("entity", "action", "result", "_records")
    select "entity", "action", "result", sum("_records") from (select "entity", "action", "result", 1 as "_records"
      from after_it where deleted_at is null) parts
    group by "entity", "action", "result" having sum("_records") <> 0;
  elsif tg_op = 'UPDATE' then
    insert into "audit_summary__entity__action__result" ("entity", "action", "result", "_records")
    select "entity", "action", "result", sum("_records") from (select "entity", "action", "result", 1 as "_records"
      from after_it where deleted_at is null
    union all select "entity", "action", "result", -1 as "_records"
      from before_it where deleted_at is null) parts
    group by "entity", "action", "result" having sum("_records") <> 0;
  elsif tg_op = 'DELETE' then
    insert into "audit_summary__entity__action__result" ("entity", "action", "result", "_records")
    select "entity", "action", "result", sum("_records") from (select "entity", "action", "result", -1 as "_records"
      from before_it where deleted_at is null) parts
    group by "entity", "action", "result" having sum("_records") <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from "audit_summary__entity__action__result";
  end if;
  return null;
end $$;
create trigger "audit_summary_insert" after insert on "audit" referencing new table as after_it for each statement execute function "audit_summary"();
create trigger "audit_summary_update" after update on "audit" referencing old table as before_it new table as after_it for each statement execute function "audit_summary"();
create trigger "audit_summary_delete" after delete on "audit" referencing old table as before_it for each statement execute function "audit_summary"();
create trigger "audit_summary_truncate" after truncate on "audit" for each statement execute function "audit_summary"();
insert into "audit_summary__entity__action__result" ("entity", "action", "result", "_records")
    select "entity", "action", "result", sum("_records") from (select "entity", "action", "result", 1 as "_records"
      from "audit" where deleted_at is null) parts
    group by "entity", "action", "result" having sum("_records") <> 0;
