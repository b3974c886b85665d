-- Jobs (docs/decisions/0011): one row for each job that waits, is held or has failed; a job that is done has none.
create table job (
  id bigint generated always as identity primary key,
  queue text not null,
  data jsonb not null,
  -- When it may be taken: of a held job, when its lease ends.
  due_at timestamptz not null default now(),
  held boolean not null default false,
  -- Counted at every taking: who took it before cannot commit any more.
  claim integer not null default 0,
  attempts integer not null default 0,
  error text,
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create index job_due_idx on job (queue, due_at) where failed_at is null;

-- Jobs that wait in the tables of the former queue (pg-boss) are taken over. Its tables go with them, so that a process
-- of the former build fails loudly where it would leave a job that nobody takes up; unless they serve somebody else too.
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  execute $move$
    insert into job (queue, data, due_at)
    select name, data, case when state = 'active' then now() + interval '10 seconds' else greatest(start_after, now()) end
    from pgboss.job where name in ('issueLicence', 'sendMail') and state in ('created', 'retry', 'active')
    order by created_on, id
  $move$;
  execute $clear$ delete from pgboss.job where name in ('issueLicence', 'sendMail') $clear$;
  if to_regclass('pgboss.queue') is not null then
    execute $keep$
      do $inner$ begin
        if not exists (select 1 from pgboss.queue where name not in ('issueLicence', 'sendMail') and name not like '\_\_pgboss\_\_%') then
          drop schema pgboss cascade;
        end if;
      end $inner$
    $keep$;
  end if;
end
$$;

-- A sending of a mail is known by its Message-ID, which each has anew.
update job set data = job.data || jsonb_build_object('message_id', mail.message_id)
from mail where job.queue = 'sendMail' and mail.id = (job.data ->> 'mail_id')::integer;

-- When an issued licence was withdrawn; until now it was the record's last change.
alter table "assignment" add column "revoked_at" timestamptz;
update "assignment" set "revoked_at" = updated_at where status = 8 and issued_at is not null;
-- A project ends with the latest of its live licences (C3), also where that was withdrawn before.
update project set expired_at = live.expired_at
from (select p.id, max(a.expired_at) as expired_at from project p
  left join assignment a on a.project_id = p.id and a.status = 1 and a.deleted_at is null group by p.id) as live
where live.id = project.id and project.expired_at > coalesce(live.expired_at, '-infinity') and exists (
  select 1 from assignment a where a.project_id = project.id and a.status = 8 and a.issued_at is not null);

-- Which secret key the database is sealed with: one fingerprint, by which a start with another key is refused.
create table secret_key (
  fingerprint text primary key,
  created_at timestamptz not null default now()
);
create unique index secret_key_one_idx on secret_key ((true));
