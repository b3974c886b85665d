import { currencies } from '../../../contract/choices/payment.ts';
import { admins, everything, me, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { plus } from '../../../contract/schema/field/default.ts';
import * as field from '../../../contract/schema/field/field.ts';
import { when } from '../../../contract/schema/field/formula.ts';
import { before, now } from '../../../contract/schema/now.ts';

const severities = [
  { id: 1, label: { en: 'Question', zh: '咨询' }, tone: 'neutral' },
  { id: 2, label: { en: 'Fault', zh: '故障' }, tone: 'warn' },
  { id: 3, label: { en: 'Standstill', zh: '停机' }, tone: 'bad' },
] as const;
const states = [
  { id: 0, label: { en: 'New', zh: '新建' }, tone: 'info' },
  { id: 1, label: { en: 'In work', zh: '处理中' }, tone: 'warn' },
  { id: 2, label: { en: 'Asked back', zh: '待补充' }, tone: 'warn' },
  { id: 3, label: { en: 'Resolved', zh: '已解决' }, tone: 'good' },
  { id: 4, label: { en: 'Closed', zh: '已结案' }, tone: 'neutral' },
] as const;
const reporter = { en: 'Reporter', zh: '报告人' };
const concerned = { en: 'Products', zh: '相关产品' };
const effort = { en: 'Effort', zh: '工时' };
const overdue = { label: { en: 'Overdue', zh: '已逾期' }, tone: 'bad' } as const;
const desk = ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'] as const;

export const ticket = defineEntity({
  name: 'ticket',
  label: { en: 'Ticket', zh: '工单' },
  labels: { en: 'Tickets', zh: '工单' },
  title: 'number',
  fields: {
    number: field.serial('T-{000000}', { label: { en: 'Number', zh: '编号' } }),
    subject: field.text({ label: { en: 'Subject', zh: '主题' }, required: true, max: 120 }),
    description: field.richText({ label: { en: 'Description', zh: '描述' }, required: true }),
    severity: field.choice(severities, { label: { en: 'Severity', zh: '严重程度' }, required: true, default: 1 }),
    status: field.choice(states, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true }),
    enterprise_id: field.reference('enterprise', {
      label: { en: 'Enterprise', zh: '企业' },
      required: true,
      createOnly: true,
      fixedFor: ['Enterprise'],
      default: me('enterprise_id'),
      as: 'enterprise',
      embed: ['id', 'name'],
    }),
    project_id: field.reference('project', { label: { en: 'Project', zh: '项目' }, shares: ['enterprise_id'] }),
    reporter_id: field.reference('user', { label: reporter, readOnly: true, default: me('id') }),
    assignee_id: field.reference('user', {
      label: { en: 'Assignee', zh: '处理人' },
      write: staff,
      as: 'assignee',
      where: { role_id: 3 },
    }),
    team_id: field.reference('ticket_team', { label: { en: 'Team', zh: '团队' }, as: 'team', embed: ['id', 'name'] }),
    products: field.many('product', { label: concerned, as: 'concerned', embed: ['id', 'name'], onDelete: 'restrict' }),
    phone: field.phone({ label: { en: 'Phone', zh: '联系电话' } }),
    topics: field.tags({ label: { en: 'Topics', zh: '标签' }, max: 5 }),
    starts_at: field.dateTime({
      label: { en: 'Begins', zh: '开始时间' },
      default: now,
      readOnlyWhen: { status: [1, 2] },
      readOnlyBecause: { en: 'The work has begun', zh: '已开始处理' },
    }),
    due_at: field.dateTime({ label: { en: 'Due', zh: '截止时间' }, default: plus('starts_at', { days: 3 }) }),
    overdue: field.computed(when({ due_at: before(now), status: [0, 1, 2] }), field.boolean(overdue)),
    escalated: field.boolean({ label: { en: 'Escalated', zh: '已升级' }, default: false, readOnly: true, tone: 'bad' }),
    hours: field.decimal({ label: effort, unit: { en: 'h', zh: '小时' }, scale: 1, write: staff }),
    currency: field.choice(currencies, { label: { en: 'Currency', zh: '币种' }, default: 'CNY' }),
    amount: field.money({ label: { en: 'Charge', zh: '费用' }, currency: 'currency', write: staff }),
    papers: field.files({ label: { en: 'Papers', zh: '附件' }, types: ['image/png', 'application/pdf'], max: 5 }),
    remark: field.longText({ label: { en: 'Internal remark', zh: '内部备注' }, read: staff, write: staff }),
    resolution: field.longText({ label: { en: 'Resolution', zh: '解决方案' }, readOnly: true }),
    resolved_at: field.dateTime({ label: { en: 'Resolved at', zh: '解决时间' }, readOnly: true }),
  },
  rules: [
    { field: 'due_at', after: 'starts_at' },
    { field: 'phone', requiredWhen: { severity: 3 } },
  ],
  access: {
    list: desk,
    create: desk,
    edit: desk,
    remove: admins,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { enterprise_id: { sales_user_id: me('id') } },
      Enterprise: { enterprise_id: me('enterprise_id') },
    },
  },
  editWhile: { status: [0, 1, 2] },
  lifecycle: {
    field: 'status',
    transitions: {
      take: { from: [0], to: 1, roles: staff, label: { en: 'Take', zh: '受理' }, tone: 'primary' },
      ask: { from: [1], to: 2, roles: staff, label: { en: 'Ask back', zh: '请求补充' } },
      answer: { from: [2], to: 1, roles: ['Enterprise'], label: { en: 'Answered', zh: '已补充' }, tone: 'primary' },
      resolve: {
        from: [1],
        to: 3,
        roles: staff,
        label: { en: 'Resolve', zh: '解决' },
        tone: 'primary',
        assign: { resolved_at: now },
        input: { resolution: field.longText({ label: { en: 'Resolution', zh: '解决方案' }, required: true }) },
      },
      escalate: {
        from: [0, 1],
        roles: [],
        label: { en: 'Escalated', zh: '已升级' },
        schedule: { by: 'due_at', days: 2 },
        when: { escalated: false },
        assign: { escalated: true },
      },
      close: {
        from: [3],
        to: 4,
        roles: desk,
        label: { en: 'Close', zh: '结案' },
        schedule: { by: 'resolved_at', days: 14 },
      },
    },
  },
  notices: {
    create: { to: 'enterprise.sales_user_id', text: { en: 'New ticket: {subject}', zh: '新工单：{subject}' } },
    assigned: {
      changed: 'assignee_id',
      when: { status: [0, 1, 2] },
      to: 'assignee_id',
      text: { en: 'Ticket {number} is yours now: {subject}', zh: '工单 {number} 现由您处理：{subject}' },
    },
    commented: {
      added: 'comments',
      to: ['assignee_id', 'reporter_id'],
      text: { en: '{author} on ticket {number}: {comment}', zh: '{author} 评论了工单 {number}：{comment}' },
      mail: true,
    },
    escalate: {
      to: ['assignee_id', 'enterprise.sales_user_id'],
      text: { en: 'Ticket {number} has been due since {due_at}', zh: '工单 {number} 已于 {due_at} 到期' },
    },
    resolve: {
      to: ['reporter_id', { role: 'Enterprise', of: 'enterprise_id' }],
      text: { en: 'Ticket {number} is resolved', zh: '工单 {number} 已解决' },
      mail: { to: 'reporter_id', text: { en: '{severity}: {resolution}', zh: '{severity}：{resolution}' } },
    },
  },
  queue: {
    tickets_to_take: {
      label: { en: 'Tickets to take', zh: '待受理工单' },
      roles: staff,
      order: 80,
      only: { status: 0 },
      since: 'created_at',
      shows: ['enterprise_id', 'severity'],
      steps: ['take'],
    },
    my_tickets: {
      label: { en: 'My tickets', zh: '我的工单' },
      roles: ['SalesMan'],
      order: 79,
      only: { assignee_id: me('id'), status: 1 },
      since: 'created_at',
      shows: ['subject', 'enterprise_id', 'severity'],
      steps: ['resolve', 'ask'],
    },
  },
  metrics: {
    my_charges: {
      label: { en: 'Charges of my tickets', zh: '我的工单费用' },
      roles: ['SalesMan'],
      order: 80,
      only: { assignee_id: me('id') },
      sum: 'amount',
    },
  },
  list: {
    columns: ['number', 'subject', 'enterprise_id', 'severity', 'assignee_id', 'due_at', 'hours', 'amount', 'status'],
    board: { by: 'status', shows: ['subject', 'severity', 'assignee_id', 'due_at'] },
    calendar: { from: 'due_at' },
    filters: ['status', 'severity', 'enterprise_id', 'assignee_id', 'products', 'topics', 'due_at', 'hours', 'amount'],
    search: ['number', 'subject', 'enterprise.name'],
    range: 'created_at',
    totals: ['hours', 'amount'],
    averages: ['hours'],
    groups: ['status', 'enterprise_id', 'assignee_id'],
    sort: 'due_at',
  },
  form: [
    'subject',
    'description',
    ['severity', 'phone'],
    'team_id',
    ['enterprise_id', 'project_id'],
    'assignee_id',
    'products',
    'topics',
    ['starts_at', 'due_at'],
    ['hours', 'currency', 'amount'],
    'papers',
    'remark',
  ],
  comments: true,
  import: true,
  detail: { summary: ['severity', 'status', 'due_at'] },
  print: {
    title: { en: 'Service report', zh: '服务报告' },
    sections: [
      { fields: ['number', 'enterprise_id', 'severity', 'status', 'starts_at', 'resolved_at', 'hours'] },
      { label: { en: 'Fault and resolution', zh: '故障与处理' }, fields: ['subject', 'description', 'resolution'] },
    ],
    signatures: [{ en: 'Customer', zh: '客户' }],
  },
  embeddedIn: [{ entity: 'product', by: 'products', roles: admins }],
  screens: [{ path: '/ticket', roles: desk, label: { en: 'Tickets', zh: '工单' }, menu: { order: 70 } }],
});
