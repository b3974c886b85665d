import { sendFlags } from '../../choices/mail.ts';
import { ownComment, recipients, subUser } from '../../entities/shared/allocation.ts';
import { orderShares } from '../../entities/shared/orderShares.ts';
import { staffAndEnterprise } from '../../schema/access.ts';
import {
  mail as address,
  choice,
  date,
  dateTime,
  integer,
  list,
  object,
  reference,
  text,
} from '../../schema/field/field.ts';
import { defineEndpoint } from '../endpoint.ts';

const label = (en: string, zh: string) => ({ en, zh });
const holders = ['Enterprise', 'Subordinate'] as const;

const count = integer({ label: label('Count', '数量'), required: true });
const counts = (en: string, zh: string) =>
  object({ total: count, used: count, unused: count }, { label: label(en, zh) });

/** How many days a chart of use by day has, today included. */
export const chartDays = 90;

const usedDay = object(
  {
    day: date({ label: label('Day (UTC)', '日期（UTC）'), required: true }),
    used: integer({ label: label('Most used', '最高用量') }),
    seats: integer({ label: label('Most seats in use', '最多占用席位') }),
    delegated: integer({ label: label('Most seats delegated to relays', '最多委派给中继的席位') }),
    machines: integer({ label: label('Machines at relays', '中继上的设备数') }),
    bought: integer({ label: label('Bought', '购买数量'), required: true }),
  },
  { label: label('Day', '日期'), required: true },
);

const usedProduct = object(
  {
    id: integer({ label: label('Product', '产品'), required: true }),
    name: text({ label: label('Name', '名称'), required: true }),
    metering: text({ label: label('Metering', '计量方式') }),
    unit: text({ label: label('Unit', '单位') }),
  },
  { label: label('Product', '产品'), required: true },
);

/** The use by day of each product that was used; all but what was bought is empty on days without any. */
const daysOfUse = {
  fields: {
    items: list(
      object(
        { product: usedProduct, days: list(usedDay, { label: label('Days', '日期'), max: chartDays }) },
        { label: label('Use of a product', '产品用量'), required: true },
      ),
      { label: label('Use by product', '各产品用量') },
    ),
  },
} as const;

/** Licences: allocation, retries, failback, and the use of a project (B17, C6, C7, C14, C15). */
export const assignmentEndpoints = {
  assignment_create: defineEndpoint({
    method: 'POST',
    path: '/v1/assignment',
    group: 'assignment',
    label: label('Allocate licences from orders to a project', '将订单的许可分配给项目'),
    roles: ['Enterprise'],
    scope: 'licence:create',
    body: {
      project_id: reference('project', { label: label('Project', '项目'), required: true }),
      orders: orderShares,
      sub_user_id: subUser,
      mails: recipients,
      comment: ownComment,
    },
    answer: { items: 'assignment' },
  }),
  fail_back: defineEndpoint({
    method: 'POST',
    path: '/v1/assignment/fail_back',
    group: 'assignment',
    label: label('Generate the failback licence of a licence', '生成回切许可'),
    roles: ['Enterprise'],
    scope: 'licence:fail_back',
    body: {
      assignment_id: reference('assignment', { label: label('Licence', '许可'), required: true }),
      failback_key: text({ label: label('Failback key', '回切码'), required: true, max: 100, key: true }),
    },
    answer: { fields: { failback_secret: text({ label: label('Failback licence', '回切许可'), required: true }) } },
  }),
  assignment_reveal: defineEndpoint({
    method: 'POST',
    path: '/v1/assignment/reveal/{id}',
    group: 'assignment',
    label: label(
      'Show a licence that its record leaves empty, since the settings ask people again',
      '显示许可内容（系统设置要求再次确认身份，许可记录中不含内容时）',
    ),
    roles: holders,
    scope: false,
    answer: {
      fields: {
        lic_secret: text({ label: label('Licence', '许可内容'), required: true }),
        failback_secret: text({ label: label('Failback licence', '回切许可') }),
      },
    },
  }),
  saas_license: defineEndpoint({
    method: 'GET',
    path: '/v1/assignment/saas_license/{id}',
    group: 'assignment',
    label: label('SaaS licence usage of the project of a licence', '项目的 SaaS 许可用量'),
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', ...holders],
    answer: {
      fields: {
        dr: counts('Disaster recovery', '容灾'),
        failback: counts('Failback', '回切'),
        migration: counts('Migration', '迁移'),
      },
    },
  }),
  assignment_usage: defineEndpoint({
    method: 'GET',
    path: '/v1/assignment/usage/{id}',
    group: 'assignment',
    label: label('Reported usage of a licence, by month', '许可的上报用量（按月）'),
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', ...holders],
    answer: {
      pageOf: {
        month: text({ label: label('Month', '月份'), required: true }),
        used: integer({ label: label('Last reported', '最近上报'), required: true }),
        peak: integer({ label: label('Monthly peak', '当月峰值'), required: true }),
        told_at: dateTime({ label: label('Reported at', '上报时间'), required: true }),
      },
    },
  }),
  assignment_usage_days: defineEndpoint({
    method: 'GET',
    path: '/v1/assignment/usage_days/{id}',
    group: 'assignment',
    label: label('Usage and seats of a licence, by day', '许可的每日用量和席位'),
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', ...holders],
    onlyReads: true,
    answer: daysOfUse,
  }),
  enterprise_usage_days: defineEndpoint({
    method: 'GET',
    path: '/v1/enterprise/usage_days/{id}',
    group: 'enterprise',
    label: label(
      'Usage and seats of all licences of an enterprise, by product and day',
      '企业全部许可的每日用量和席位',
    ),
    roles: staffAndEnterprise,
    onlyReads: true,
    answer: daysOfUse,
  }),
  allocation_assignment_count: defineEndpoint({
    method: 'GET',
    path: '/v1/allocation_assignment/count',
    group: 'application',
    label: label('Number of pending applications', '待审批的申请数'),
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', ...holders],
    answer: { fields: { count } },
  }),
  allocation_assignment_list: defineEndpoint({
    method: 'GET',
    path: '/v1/allocation_assignment/list',
    group: 'application',
    label: label('Applications with their licences', '申请及其许可'),
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', ...holders],
    list: 'application',
    answer: { page: 'application' },
  }),
};

const answer = {
  fields: { task_data: object({}, { label: label('E-mails by recipient', '各收件人的邮件') }) },
} as const;
const target = {
  type: choice(
    [
      { id: 'assignment', label: label('Licence', '许可') },
      { id: 'allocation', label: label('Application', '许可申请') },
    ],
    { label: label('Type', '类型'), required: true },
  ),
  id: integer({ label: label('Record', '记录'), required: true, min: 1, max: 999_999_999 }),
  address: address({ label: label('Address', '地址'), required: true }),
  send_flag: choice(
    sendFlags.filter((flag) => flag.id !== 'migration'),
    {
      label: label('Send type', '发送类型'),
      required: true,
    },
  ),
};
const mailState = (path: string, en: string, zh: string) =>
  defineEndpoint({ method: 'GET', path, group: 'mail', label: label(en, zh), roles: ['Enterprise'], answer });

/** Mails of licences (C8). The entries of `task_data` are grouped by recipient key (R-MDATA-01). */
export const mailEndpoints = {
  mail_resend: defineEndpoint({
    method: 'POST',
    path: '/v1/mail',
    group: 'mail',
    label: label('Resend an e-mail', '重新发送邮件'),
    roles: ['Enterprise'],
    scope: 'mail:send',
    body: { ...target, mail_type: text({ label: label('Recipient', '收件人'), required: true, max: 40 }) },
    answer,
  }),
  mail_custom: defineEndpoint({
    method: 'POST',
    path: '/v1/mail/custom',
    group: 'mail',
    label: label('Send a licence to another address', '发送到其他邮箱'),
    roles: ['Enterprise'],
    scope: 'mail:send',
    body: target,
    answer,
  }),
  mail_get: mailState('/v1/mail/{id}', 'Status of an e-mail', '某封邮件的状态'),
  assignment_mail: mailState('/v1/assignment/mail/{id}', 'E-mails of a licence', '许可的邮件状态'),
  allocation_mail: mailState('/v1/allocation/mail/{id}', 'E-mails of an application', '申请的邮件状态'),
};
