import { sql } from 'kysely';
import { type Context, callerOf } from './context.ts';

interface Event {
  at: Date;
  kind: string;
  role_id: number | null;
  actor: string | null;
  detail: string | null;
  quantity: number | null;
  comment: string | null;
}

/**
 * What has happened to an order, from its beginning: its own steps, its allocations with their issues and mails,
 * and its reissues. Read from the same rows as the audit (C10). An enterprise sees the vendor's people by their
 * role alone (A28).
 */
export async function timelineOf(context: Context, order_id: number): Promise<Event[]> {
  const { rows } = await sql<Event>`
    with licences as (
      select a.id, p.name as detail, a.hosts as quantity from assignment a join project p on p.id = a.project_id
      where a.order_id = ${order_id}
    )
    select e.created_at as at, e.action as kind, u.role_id, coalesce(u.nick_name, u.name) as actor, null as detail,
      null::integer as quantity, e.after ->> 'comment' as comment
    from audit e left join users u on u.id = coalesce(e.behalf_id, e.actor_id)
    where e.entity = 'order' and e.entity_id = ${order_id} and e.deleted_at is null
      and e.result = 'done' and e.action in ('create', 'confirm', 'approve', 'reject', 'turn_down', 'cancel')
    union all
    select e.created_at, case when e.action = 'issue' and e.result = 'failed' then 'issue_failed'
        when e.action in ('cancel', 'remove') then 'give_up' else e.action end,
      u.role_id, coalesce(u.nick_name, u.name), l.detail, l.quantity, e.after ->> 'comment'
    from audit e join licences l on l.id = e.entity_id left join users u on u.id = coalesce(e.behalf_id, e.actor_id)
    where e.entity = 'assignment' and e.deleted_at is null
      and e.action in ('allocate', 'issue', 'retry', 'cancel', 'remove', 'withdraw', 'fail_back')
    union all
    select coalesce(m.sent_at, m.updated_at), case when m.status = 1 then 'mail' else 'mail_failed' end, null, null,
      m.address, null, case when m.status = 9 then m.result end
    from mail m join licences l on l.id = m.assignment_id where m.status in (1, 9) and m.deleted_at is null
    union all
    select o.created_at, 'reissue', null, null, o.code, null, o.comment
    from orders o where o.parent_order_id = ${order_id} and o.deleted_at is null
    order by at`.execute(context.trx);
  if (callerOf(context).role !== 'Enterprise') return rows;
  return rows.map((row) => (row.role_id !== null && row.role_id < 4 ? { ...row, actor: null } : row));
}
