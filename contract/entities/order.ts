import { taskStates } from '../choices/assignment.ts';
import { mailStates } from '../choices/mail.ts';
import * as choices from '../choices/order.ts';
import { admins, me, rowsByEnterprise, staff, staffAndEnterprise } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, dateTime, integer, reference, text } from '../schema/field/field.ts';
import type { StepDeclaration } from '../schema/lifecycle.ts';
import type { MetricDeclaration } from '../schema/metric.ts';
import type { NoticeRecipients, RoleRecipients } from '../schema/notice.ts';
import { now } from '../schema/now.ts';
import { deliveryRules, orderDelivery } from './shared/orderDelivery.ts';
import { approved, comment, productColumns, salesColumns } from './shared/sharedFields.ts';

const buyers = ['GeneralAdmin', 'SalesMan', 'Enterprise'] as const;
const period = { min: 1, max: 36_500 } as const;
const usePeriod = integer({ label: { en: 'Usage period', zh: '使用期限' }, readOnly: true, ...period });
const assignPeriod = integer({ label: { en: 'Allocation period', zh: '分配期限' }, readOnly: true, ...period });
const orders = { en: 'Orders', zh: '订单' };
const counted = { unitOf: 'product', readOnly: true } as const;
const periods = { assign_period: assignPeriod, use_period: usePeriod };
const needed = { assign_period: { ...assignPeriod, required: true }, use_period: { ...usePeriod, required: true } };
const ending = { tone: 'danger', input: { comment } } as const satisfies Partial<StepDeclaration>;
const reject = { en: 'Reject', zh: '拒绝' };
const operations = { role: 'GeneralAdmin' } as const satisfies RoleRecipients;
const bothSides = [{ role: 'Enterprise', of: 'enterprise_id' }, 'sales_user_id'] as const satisfies NoticeRecipients;
const rejected = { en: 'Order {code} has been rejected', zh: '订单 {code} 已被拒绝' };
const toConfirm = { en: 'Order {code} is waiting for your confirmation', zh: '订单 {code} 待您确认' };
const cancelled = { en: 'Order {code} has been cancelled', zh: '订单 {code} 已取消' };
const cancel = { en: 'Cancel order', zh: '取消订单' };
const isRejected = { en: 'rejected', zh: '已拒绝' };
const isCancelled = { en: 'cancelled', zh: '已取消' };
const afterReject = {
  en: 'This closes the order for good. Its enterprise is notified.',
  zh: '订单就此终止，无法恢复；系统将通知该企业。',
};
const afterCancel = {
  en: 'This closes the order for good. Its salesman is notified.',
  zh: '订单就此终止，无法恢复；系统将通知负责销售。',
};

const toConfirmLabel = { en: 'Orders to confirm', zh: '待确认订单' };
const toApproveLabel = { en: 'Orders to approve', zh: '待审批订单' };

/** The events of an order's licences that its timeline shows. */
const licenceEvents = [
  'allocate',
  'issue',
  'issue_failed',
  'retry',
  'give_up',
  'withdraw',
  'fail_back',
  'mails',
] as const;

/** Orders whose licences end within this number of days (B24). */
const renewals = (days: number, order: number): Readonly<Record<string, MetricDeclaration>> => ({
  [`renewals_${days}`]: {
    label: { en: `Renewals due in ${days} days`, zh: `${days} 天内待续订` },
    roles: ['SuperAdmin', 'SalesMan'] as const,
    order,
    only: { expires_within: days },
  },
});

const availability = {
  label: { en: 'Availability', zh: '可用性' },
  words: { yes: { en: 'Available', zh: '可用' }, no: { en: 'Unavailable', zh: '不可用' } },
} as const;

/** A purchase of licences. C2 defines its way from purchase to approval, C4 its ledger. */
export const order = defineEntity({
  name: 'order',
  table: 'orders',
  label: { en: 'Order', zh: '订单' },
  labels: orders,
  title: 'code',
  icon: 'order',
  fields: {
    code: text({ label: { en: 'Order code', zh: '订单编号' }, readOnly: true, unique: true, max: 30 }),
    category_id: choice(choices.orderTypes, { label: { en: 'Type', zh: '类型' }, required: true, createOnly: true }),
    status: choice(choices.orderStates, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true }),
    order_status: choice(choices.orderUses, { label: { en: 'Usage', zh: '使用状态' }, computed: true, readOnly: true }),
    is_available: boolean({
      label: availability.label,
      words: availability.words,
      computed: true,
      readOnly: true,
    }),
    unavailability_reason: text({ label: { en: 'Reason', zh: '原因' }, computed: true, readOnly: true }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Enterprise', zh: '企业' },
      fixedFor: ['Enterprise'],
      createOnly: true,
      write: staff,
      onDelete: 'restrict',
      where: approved,
      embed: ['id', 'name', 'code', 'status'],
      alsoAs: { enterprise_name: 'name' },
    }),
    user_id: reference('user', {
      label: { en: 'Enterprise user', zh: '企业用户' },
      createOnly: true,
      write: staff,
      as: 'user',
      where: { role_id: 4 },
    }),
    sales_user_id: reference('user', {
      label: { en: 'Sales', zh: '销售' },
      readOnly: true,
      read: staff,
      as: 'sales',
      embed: salesColumns,
      alsoAs: { sales_name: 'nick_name' },
      where: { role_id: 3 },
    }),
    parent_order_id: reference('order', {
      label: { en: 'Original order', zh: '原订单' },
      createOnly: true,
      embed: ['id', 'code'],
      onDelete: 'restrict',
      shownWhen: { category_id: 1002 },
    }),
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      createOnly: true,
      onDelete: 'restrict',
      embed: productColumns,
    }),
    purchased_hosts: integer({
      label: { en: 'Quantity', zh: '购买数量' },
      required: true,
      createOnly: true,
      min: 1,
      max: 1_000_000,
      unitOf: 'product',
      default: 1,
      readPath: 'purchased.hosts.value',
      writePath: 'purchased.hosts',
    }),
    available_hosts: integer({
      label: { en: 'Available', zh: '可用数量' },
      ...counted,
      default: 0,
      readPath: 'available.hosts.value',
    }),
    reissuable_hosts: integer({ label: { en: 'Available for reissue', zh: '可补发数量' }, ...counted, computed: true }),
    use_period: usePeriod,
    assign_period: assignPeriod,
    expired_at: dateTime({ label: { en: 'Allocate until', zh: '分配截止时间' }, readOnly: true }),
    confirmed_at: dateTime({ label: { en: 'Confirmed at', zh: '确认时间' }, readOnly: true }),
    approval_at: dateTime({ label: { en: 'Approved at', zh: '审批时间' }, readOnly: true }),
    params: orderDelivery,
    comment,
    creator_id: reference('user', {
      embed: [],
      label: { en: 'Creator', zh: '创建人' },
      readOnly: true,
      default: me('id'),
    }),
    confirmer_id: reference('user', { label: { en: 'Confirmed by', zh: '确认人' }, readOnly: true, hidden: true }),
  },
  rules: deliveryRules,
  access: {
    list: staffAndEnterprise,
    create: buyers,
    edit: buyers,
    remove: buyers,
    rows: rowsByEnterprise,
    storedScope: true,
  },
  // Once an order is decided, its comment is part of the decision and cannot be edited.
  editWhile: { status: [0, 1] },
  editOtherwise: {
    en: 'An order can be changed only until it has been approved, rejected or cancelled',
    zh: '订单通过、拒绝或取消后不能再修改',
  },
  removeWhile: { status: [0, 8, 9], creator_id: me('id') },
  removeOtherwise: {
    en: 'Only the person who placed an order can delete it, before it is confirmed or after it was rejected or cancelled',
    zh: '仅下单人可删除待确认、已拒绝或已取消的订单',
  },
  lifecycle: {
    field: 'status',
    transitions: {
      confirm: {
        from: [0],
        to: 1,
        roles: ['SalesMan'],
        label: { en: 'Confirm', zh: '确认' },
        done: { en: 'confirmed', zh: '已确认' },
        tone: 'primary',
        assign: { confirmer_id: me('id'), confirmed_at: now },
        input: { ...needed, comment },
      },
      approve: {
        from: [1],
        to: 2,
        roles: ['GeneralAdmin'],
        label: { en: 'Agree', zh: '通过' },
        done: { en: 'approved', zh: '已通过' },
        tone: 'primary',
        assign: { approval_at: now },
        input: { ...periods, comment },
      },
      reject: {
        ...ending,
        from: [0],
        to: 9,
        roles: ['SalesMan'],
        label: reject,
        done: isRejected,
        confirm: afterReject,
      },
      turn_down: {
        ...ending,
        from: [1],
        to: 9,
        roles: ['GeneralAdmin'],
        label: reject,
        done: isRejected,
        confirm: afterReject,
      },
      cancel: {
        ...ending,
        from: [0, 1],
        to: 8,
        roles: ['Enterprise'],
        label: cancel,
        done: isCancelled,
        confirm: afterCancel,
      },
    },
  },
  notices: {
    create: { to: 'sales_user_id', text: toConfirm },
    confirm: { to: operations, text: { en: 'Order {code} is waiting for approval', zh: '订单 {code} 待审批' } },
    approve: { to: bothSides, text: { en: 'Order {code} has been approved', zh: '订单 {code} 已通过' } },
    reject: { to: bothSides, text: rejected },
    turn_down: { to: bothSides, text: rejected },
    cancel: { to: ['sales_user_id', { ...operations, when: { status: 1 } }], text: cancelled },
  },
  queue: {
    to_confirm: {
      label: toConfirmLabel,
      roles: ['SalesMan'],
      order: 10,
      only: { status: 0 },
      since: 'created_at',
      steps: ['confirm'],
      shows: ['enterprise_id', 'product_id', 'purchased_hosts', 'category_id'],
    },
    to_approve: {
      label: toApproveLabel,
      roles: ['GeneralAdmin'],
      order: 10,
      // It waits for operations since sales confirmed it.
      only: { status: 1 },
      since: 'confirmed_at',
      steps: ['approve', 'turn_down'],
      shows: ['enterprise_id', 'product_id', 'purchased_hosts', 'assign_period', 'use_period'],
    },
    to_allocate: {
      label: { en: 'Orders to allocate', zh: '待分配订单' },
      roles: ['Enterprise'],
      order: 60,
      only: { is_available: true },
      since: 'expired_at',
      shows: ['product_id', 'available_hosts'],
    },
  },
  metrics: {
    to_confirm: {
      label: toConfirmLabel,
      roles: ['SuperAdmin', 'SalesMan'],
      order: 10,
      only: { status: 0 },
      since: 'created_at',
    },
    ...renewals(30, 20),
    ...renewals(60, 21),
    ...renewals(90, 22),
    to_approve: {
      label: toApproveLabel,
      roles: admins,
      order: 30,
      only: { status: 1 },
      since: 'confirmed_at',
    },
    tasks_running: {
      label: { en: 'Issuing now', zh: '签发中的订单' },
      roles: admins,
      order: 50,
      only: { task_status: 'running' },
    },
    tasks_failed: {
      label: { en: 'Issuing failed', zh: '签发失败的订单' },
      roles: admins,
      order: 51,
      only: { task_status: 'failed' },
    },
    mails_failed: {
      label: { en: 'E-mails failed', zh: '邮件发送失败的订单' },
      roles: admins,
      order: 52,
      only: { mail_status: 9 },
    },
    used_above: {
      label: { en: 'Used above bought', zh: '用量超出的订单' },
      roles: admins,
      order: 53,
      only: { used_above: true },
    },
    bought: {
      label: { en: 'Bought', zh: '已购数量' },
      roles: ['Enterprise'],
      order: 10,
      only: { status: 2 },
      sum: 'purchased_hosts',
    },
    remaining: {
      label: { en: 'Remaining', zh: '剩余数量' },
      roles: ['Enterprise'],
      order: 13,
      only: { status: 2 },
      sum: 'available_hosts',
    },
  },
  charts: {
    orders_by_month: {
      label: { en: 'Orders by month', zh: '每月订单' },
      roles: staffAndEnterprise,
      order: 10,
      by: 'created_at',
    },
    quantity_by_product: {
      label: { en: 'Quantity by product', zh: '各产品数量' },
      roles: staffAndEnterprise,
      order: 20,
      only: { status: 2 },
      sum: 'purchased_hosts',
      by: 'product_id',
    },
  },
  list: {
    columns: [
      'code',
      'category_id',
      'product_id',
      'enterprise_id',
      'purchased_hosts',
      'available_hosts',
      'status',
      'is_available',
      'created_at',
    ],
    identifies: ['code', 'product_id'],
    card: ['enterprise_id', 'product_id', 'purchased_hosts'],
    board: { by: 'status', shows: ['enterprise_id', 'product_id', 'purchased_hosts'] },
    filters: ['category_id', 'status', 'product_id', 'enterprise_id', 'user_id'],
    search: ['code', 'product.name', 'enterprise.name'],
    range: 'created_at',
    empty: {
      SuperAdmin: {
        en: 'Orders of all enterprises appear here.',
        zh: '各企业下单后，订单会显示在这里。',
      },
      GeneralAdmin: {
        en: 'New orders appear here. Sales confirms them first, then you approve them.',
        zh: '提交的订单会显示在这里，经销售确认后由您审批。',
      },
      SalesMan: {
        en: 'Orders of your enterprises appear here. Place one for them, or act for one of their users.',
        zh: '您名下企业的订单会显示在这里。您可以为其下单，或代客操作。',
      },
      Enterprise: {
        en: 'Place your first order. Once it is confirmed and approved, you can allocate licences from it.',
        zh: '请先订购产品，经销售确认、审批通过后即可分配。',
      },
    },
    sortable: ['expired_at', 'confirmed_at', 'approval_at'],
    summaries: [
      { by: ['status', 'category_id', 'product_id'], sums: ['purchased_hosts', 'available_hosts'] },
      { by: ['enterprise_id', 'status'] },
    ],
    parameters: {
      project_id: reference('project', { label: { en: 'Serves the project', zh: '适用项目' } }),
      expires_within: integer({ label: { en: 'Licences expire within (days)', zh: '许可到期天数不超过' }, max: 9999 }),
      ends_in: text({ label: { en: 'Licences expire', zh: '许可到期时间' }, names: 'interval' }),
      task_status: choice(taskStates, { label: { en: 'Issuance', zh: '签发状态' } }),
      is_available: boolean(availability),
      mail_status: choice(mailStates, { label: { en: 'E-mail', zh: '邮件状态' } }),
      used_above: boolean({ label: { en: 'Licences used above bought', zh: '许可用量超出购买数量' } }),
      renews: reference('assignment', { label: { en: 'Renews the licence', zh: '续订的许可' } }),
      follows: reference('assignment', { label: { en: 'Renews or adds to the licence', zh: '续订或补购的许可' } }),
    },
  },
  form: ['comment'],
  // The fields that SPEC 3 lists for an order.
  detail: {
    summary: [
      'code',
      'category_id',
      'status',
      'order_status',
      'is_available',
      'product_id',
      'purchased_hosts',
      'available_hosts',
      'enterprise_id',
      'user_id',
      'sales_user_id',
      'assign_period',
      'use_period',
      'approval_at',
      'expired_at',
      'comment',
    ],
  },
  print: {
    signatures: [
      { en: 'For the customer', zh: '客户签字盖章' },
      { en: 'For the vendor', zh: '供应商签字盖章' },
    ],
  },
  timeline: {
    events: {
      create: { label: { en: 'Ordered', zh: '创建订单' }, comment: 'comment' },
      confirm: { label: { en: 'Confirmed', zh: '销售确认' } },
      approve: { label: { en: 'Approved', zh: '已通过' }, tone: 'good' },
      reject: { label: { en: 'Rejected by sales', zh: '销售拒绝' } },
      turn_down: { label: { en: 'Rejected by operations', zh: '运营拒绝' } },
      cancel: { label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
    },
    parts: {
      licences: {
        entity: 'assignment',
        by: 'order_id',
        names: 'project.name',
        counts: 'hosts',
        only: licenceEvents,
      },
      reissues: {
        entity: 'order',
        by: 'parent_order_id',
        names: 'code',
        dates: {
          reissue: {
            at: 'created_at',
            label: { en: 'Reissue ordered', zh: '补发订单' },
            tone: 'info',
            comment: 'comment',
          },
        },
      },
    },
  },
  servedBy: [{ operations: ['create'], roles: buyers, from: '/authorization/order' }],
  embeddedIn: [
    { entity: 'enterprise', by: 'enterprise_id', roles: staff },
    { entity: 'product', by: 'product_id', roles: admins },
    { entity: 'user', by: 'user_id', roles: staff, when: { role_id: 4 } },
    {
      entity: 'project',
      by: 'project_id',
      roles: staffAndEnterprise,
      label: { en: 'Orders for this project', zh: '适用订单' },
    },
    {
      entity: 'assignment',
      by: 'follows',
      roles: staffAndEnterprise,
      label: { en: 'Renewals and additions', zh: '续订与补购' },
    },
  ],
  screens: [
    {
      path: '/authorization/order',
      roles: staffAndEnterprise,
      menu: { group: 'authorization', order: 52 },
      filters: ['category_id', 'status', 'product_id', 'enterprise_id'],
    },
  ],
});
