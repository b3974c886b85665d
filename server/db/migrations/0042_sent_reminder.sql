-- What the clock told of a record (contract/notice.ts, "schedule"): by which message, of which point in time, and how many
-- hours from it. Reminders of the ends of licences were kept in a table of their own.
create table sent_reminder (
  notice text not null,
  at timestamptz not null,
  record_id integer not null,
  hours integer not null,
  created_at timestamptz not null,
  primary key (notice, at, record_id, hours)
);
insert into sent_reminder (notice, at, record_id, hours, created_at)
  select 'licence_expiring', a.expired_at, a.id, e.days * -24, e.created_at
  from expiry_notice e join assignment a on a.id = e.assignment_id
  where a.expired_at > now();
drop table expiry_notice;
