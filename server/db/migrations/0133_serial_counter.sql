-- The last number of each serial number without gaps. A row is locked from the drawing of a number to the end of its
-- transaction, so that a number that is not used is drawn again.
create table serial_counter (
  name text primary key,
  last bigint not null
);

create function next_serial(counter text) returns bigint language sql as $$
  insert into serial_counter as c (name, last) values (counter, 1)
  on conflict (name) do update set last = c.last + 1 returning c.last
$$;
