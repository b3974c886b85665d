create table "assignment_summary__status__task_status" (
  "status" integer,
  "task_status" text,
  "_records" bigint not null
);
create index "assignment_summary__status__task_status_idx" on "assignment_summary__status__task_status" ("status", "task_status");
create table "assignment_summary__enterprise_id__status" (
  "enterprise_id" integer,
  "status" integer,
  "_records" bigint not null
);
create index "assignment_summary__enterprise_id__status_idx" on "assignment_summary__enterprise_id__status" ("enterprise_id", "status");
create function "assignment_summary"() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into "assignment_summary__status__task_status" ("status", "task_status", "_records")
    select "status", "task_status", sum("_records") from (select "status", "task_status", 1 as "_records"
      from after_it where deleted_at is null) parts
    group by "status", "task_status" having sum("_records") <> 0;
    insert into "assignment_summary__enterprise_id__status" ("enterprise_id", "status", "_records")
    select "enterprise_id", "status", sum("_records") from (select "enterprise_id", "status", 1 as "_records"
      from after_it where deleted_at is null) parts
    group by "enterprise_id", "status" having sum("_records") <> 0;
  elsif tg_op = 'UPDATE' then
    insert into "assignment_summary__status__task_status" ("status", "task_status", "_records")
    select "status", "task_status", sum("_records") from (select "status", "task_status", 1 as "_records"
      from after_it where deleted_at is null
    union all select "status", "task_status", -1 as "_records"
      from before_it where deleted_at is null) parts
    group by "status", "task_status" having sum("_records") <> 0;
    insert into "assignment_summary__enterprise_id__status" ("enterprise_id", "status", "_records")
    select "enterprise_id", "status", sum("_records") from (select "enterprise_id", "status", 1 as "_records"
      from after_it where deleted_at is null
    union all select "enterprise_id", "status", -1 as "_records"
      from before_it where deleted_at is null) parts
    group by "enterprise_id", "status" having sum("_records") <> 0;
  elsif tg_op = 'DELETE' then
    insert into "assignment_summary__status__task_status" ("status", "task_status", "_records")
    select "status", "task_status", sum("_records") from (select "status", "task_status", -1 as "_records"
      from before_it where deleted_at is null) parts
    group by "status", "task_status" having sum("_records") <> 0;
    insert into "assignment_summary__enterprise_id__status" ("enterprise_id", "status", "_records")
    select "enterprise_id", "status", sum("_records") from (select "enterprise_id", "status", -1 as "_records"
      from before_it where deleted_at is null) parts
    group by "enterprise_id", "status" having sum("_records") <> 0;
  elsif tg_op = 'TRUNCATE' then
    delete from "assignment_summary__status__task_status";
    delete from "assignment_summary__enterprise_id__status";
  end if;
  return null;
end $$;
create trigger "assignment_summary_insert" after insert on "assignment" referencing new table as after_it for each statement execute function "assignment_summary"();
create trigger "assignment_summary_update" after update on "assignment" referencing old table as before_it new table as after_it for each statement execute function "assignment_summary"();
create trigger "assignment_summary_delete" after delete on "assignment" referencing old table as before_it for each statement execute function "assignment_summary"();
create trigger "assignment_summary_truncate" after truncate on "assignment" for each statement execute function "assignment_summary"();
insert into "assignment_summary__status__task_status" ("status", "task_status", "_records")
    select "status", "task_status", sum("_records") from (select "status", "task_status", 1 as "_records"
      from "assignment" where deleted_at is null) parts
    group by "status", "task_status" having sum("_records") <> 0;
insert into "assignment_summary__enterprise_id__status" ("enterprise_id", "status", "_records")
    select "enterprise_id", "status", sum("_records") from (select "enterprise_id", "status", 1 as "_records"
      from "assignment" where deleted_at is null) parts
    group by "enterprise_id", "status" having sum("_records") <> 0;
