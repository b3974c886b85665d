-- The application for licences is kept under its name. What the audit has told of it keeps the name that it had then.
alter table "allocation" rename to "application";
alter sequence "allocation_id_seq" rename to "application_id_seq";
do $$
declare
  found record;
begin
  for found in select conname from pg_constraint
    where conrelid = '"application"'::regclass and conname like 'allocation\_%'
  loop
    execute format('alter table "application" rename constraint %I to %I', found.conname,
      'application' || substr(found.conname, length('allocation') + 1));
  end loop;
  for found in select indexname from pg_indexes
    where schemaname = current_schema() and tablename = 'application' and indexname like 'allocation\_%'
  loop
    execute format('alter index %I rename to %I', found.indexname,
      'application' || substr(found.indexname, length('allocation') + 1));
  end loop;
end
$$;
