-- The seats that a relay had in use, and the machines that it gave one, by day (UTC), as it reports them.
create table relay_day (
  assignment_id integer not null references assignment (id),
  activation_id integer not null references activation (id),
  day date not null,
  seats integer not null check (seats >= 0),
  machines integer not null check (machines >= 0),
  primary key (assignment_id, activation_id, day)
);
