-- Ends a statement that makes records point to another enterprise's (server/db/sameEnterprise.ts). "fields" are their references
-- that do, by name; none end nothing.
create function "refuse_foreign"(fields text) returns void
language plpgsql strict as $$ begin
  raise exception 'another enterprise has what is pointed to' using errcode = 'LC001', detail = fields;
end $$;
