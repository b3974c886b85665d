-- Work that one process does for as long as it holds the lease of that name (server/db/lease.ts).
create table lease (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
