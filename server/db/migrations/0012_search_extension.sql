-- A search looks texts up by their parts of three letters. Whoever owns the database may add the extension; else an
-- administrator does so once.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise exception 'the search needs the extension pg_trgm; an administrator of the database has to run "create extension pg_trgm" in it once (%)', sqlerrm;
end
$$;
