-- The most of a licence that was reported, and the most seats that were in use, by day (UTC).
create table usage_day (
  assignment_id integer not null references assignment (id),
  day date not null,
  used integer check (used >= 0),
  seats integer check (seats >= 0),
  primary key (assignment_id, day)
);
