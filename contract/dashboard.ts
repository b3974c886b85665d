import type { Role } from './access.ts';
import type { Label } from './label.ts';

/** A number of the dashboard: what it counts, and the list behind it, by the same parameters (B24). */
export interface DashboardNumber {
  readonly key: string;
  readonly label: Label;
  readonly roles: readonly Role[];
  readonly entity: string;
  /** List parameters; the number is that list's total, or a sum over it. */
  readonly query: Readonly<Record<string, string>>;
  readonly path: string;
  /** The tab of that screen, where it has several. */
  readonly tab?: string;
  /** Sums this field instead of counting. */
  readonly sum?: string;
  /** Also tells the earliest value of this field. */
  readonly since?: string;
}

const order = { entity: 'order', path: '/authorization/order' } as const;
const licence = { entity: 'assignment', path: '/authorization/assignment', roles: ['Enterprise'] } as const;
const operations = ['SuperAdmin', 'GeneralAdmin'] as const;
const sales = ['SuperAdmin', 'SalesMan'] as const;

const renewals = (days: number): DashboardNumber => ({
  ...order,
  key: `renewals_${days}`,
  label: { en: `Renewals due in ${days} days`, zh: `${days} 天内待续约` },
  roles: sales,
  query: { filter_expires_within: String(days) },
});

export const dashboardNumbers: readonly DashboardNumber[] = [
  {
    ...order,
    key: 'to_confirm',
    label: { en: 'Orders to confirm', zh: '待确认订单' },
    roles: sales,
    query: { filter_status: '0' },
    since: 'created_at',
  },
  renewals(30),
  renewals(60),
  renewals(90),
  {
    ...order,
    key: 'to_approve',
    label: { en: 'Orders to approve', zh: '待审批订单' },
    roles: operations,
    query: { filter_status: '1' },
    since: 'created_at',
  },
  {
    key: 'to_review',
    label: { en: 'Enterprises to review', zh: '待审核企业' },
    roles: operations,
    entity: 'enterprise',
    path: '/enterprise',
    query: { filter_status: '0' },
    since: 'created_at',
  },
  {
    ...order,
    key: 'tasks_running',
    label: { en: 'Orders with licences being issued', zh: '签发中的订单' },
    roles: operations,
    query: { filter_task_status: 'running' },
  },
  {
    ...order,
    key: 'tasks_failed',
    label: { en: 'Orders with failed issues', zh: '签发失败的订单' },
    roles: operations,
    query: { filter_task_status: 'failed' },
  },
  {
    ...order,
    key: 'mails_failed',
    label: { en: 'Orders with failed mails', zh: '邮件发送失败的订单' },
    roles: operations,
    query: { filter_mail_status: '9' },
  },
  {
    key: 'acting',
    label: { en: 'Acting sessions', zh: '代客操作会话' },
    roles: ['SuperAdmin'],
    entity: 'audit',
    path: '/audit',
    query: { filter_acting: 'true' },
    since: 'created_at',
  },
  {
    ...order,
    key: 'bought',
    label: { en: 'Bought', zh: '已购数量' },
    roles: ['Enterprise'],
    query: { filter_status: '2' },
    sum: 'purchased_hosts',
  },
  {
    ...licence,
    key: 'allocated',
    label: { en: 'Allocated', zh: '已分配数量' },
    query: { filter_status: '0,1' },
    sum: 'hosts',
  },
  {
    ...licence,
    key: 'issued',
    label: { en: 'Issued', zh: '已签发数量' },
    query: { filter_status: '1' },
    sum: 'hosts',
  },
  {
    ...order,
    key: 'remaining',
    label: { en: 'Remaining', zh: '剩余数量' },
    roles: ['Enterprise'],
    query: { filter_status: '2' },
    sum: 'available_hosts',
  },
  {
    key: 'applications',
    label: { en: 'Applications waiting', zh: '待处理申请' },
    roles: ['Enterprise'],
    entity: 'application',
    path: '/authorization/assignment',
    tab: '2',
    query: { filter_status: '0' },
    since: 'created_at',
  },
  {
    key: 'own_applications',
    label: { en: 'My applications waiting', zh: '我的待处理申请' },
    roles: ['Subordinate'],
    entity: 'application',
    path: '/authorization/application',
    query: { filter_status: '0' },
    since: 'created_at',
  },
  {
    key: 'own_approved',
    label: { en: 'My approved applications', zh: '我的已审批通过申请' },
    roles: ['Subordinate'],
    entity: 'application',
    path: '/authorization/application',
    query: { filter_status: '1' },
  },
];

const wanted = (text: string): string | readonly string[] => (text.includes(',') ? text.split(',') : text);

/** The address of the list behind a number: narrowed by the number's own parameters, on its own tab. */
export function addressOf({ path, tab, query }: DashboardNumber): string {
  const filter = Object.entries(query).map(([name, value]) => [name.replace(/^filter_/, ''), wanted(value)]);
  const parameters = new URLSearchParams({
    ...(tab && { active: tab }),
    filter: JSON.stringify(Object.fromEntries(filter)),
  });
  return `${path}?${parameters}`;
}
