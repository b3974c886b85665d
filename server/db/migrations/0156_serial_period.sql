-- Where the numbers of each period begin, for serial numbers that begin at 1 in each year or month and may have gaps: the
-- value of the sequence before the first number (docs/decisions/0159).
create table serial_period (
  name text primary key,
  before bigint not null
);

-- The next number of a period. Only the first one of a period locks: others wait for it until its transaction ends. They
-- look again then, since a transaction that is rolled back has begun no period.
create function next_serial_of_period(period text, numbers regclass) returns bigint language plpgsql as $$
declare
  begun bigint;
begin
  select p.before into begun from serial_period p where p.name = period;
  if found then
    return nextval(numbers) - begun;
  end if;
  lock table serial_period in share row exclusive mode;
  select p.before into begun from serial_period p where p.name = period;
  if found then
    return nextval(numbers) - begun;
  end if;
  insert into serial_period (name, before) values (period, nextval(numbers) - 1);
  return 1;
end
$$;
