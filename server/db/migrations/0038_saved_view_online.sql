-- online: each statement by itself, without a transaction; it may be run again
create index concurrently if not exists "saved_view_screen__search_idx" on "saved_view" using gin ("screen" gin_trgm_ops) with (fastupdate = off);
create index concurrently if not exists "saved_view_screen__signs_idx" on "saved_view" using gin (string_to_array(lower("screen"), null)) with (fastupdate = off);
