-- Files that were uploaded (docs/decisions/0030-files.md). The content lies outside the database, under the id.
create table stored_file (
  id uuid primary key,
  -- For which field it was uploaded, and by whom.
  entity text not null,
  field text not null,
  uploader_id integer not null references users (id),
  behalf_id integer,
  -- What the content told once all of it was there.
  name text,
  size bigint,
  type text,
  sha256 text,
  created_at timestamptz not null default now(),
  -- The record that has taken it, and when it ceased to have it.
  owner_id integer,
  released_at timestamptz,
  -- Nobody gets it any more: its content is being removed.
  doomed boolean not null default false
);
create index stored_file_owner_idx on stored_file (entity, owner_id) where owner_id is not null;
create index stored_file_open_idx on stored_file (uploader_id) where owner_id is null;
create index stored_file_due_idx on stored_file (created_at) where owner_id is null or released_at is not null or doomed;
