import { timelineKinds } from '../choices/order.ts';
import { roleChoices } from '../choices/user.ts';
import { defineEndpoint } from '../endpoint.ts';
import { choice, dateTime, integer, list, object, text } from '../field.ts';

const number = (en: string, zh: string) => integer({ label: { en, zh }, required: true });
const counted = {
  count: number('Orders', '订单数'),
  hosts: number('Bought', '购买数量'),
  available: number('Available', '可用数量'),
};
const named = { id: number('Value', '值'), name: text({ label: { en: 'Name', zh: '名称' }, required: true }) };
const groups = (en: string, zh: string) =>
  list(object({ ...named, ...counted }, { label: { en, zh }, required: true }), { label: { en, zh } });
const month = {
  month: text({ label: { en: 'Month', zh: '月份' }, required: true }),
  used: number('Used', '已用'),
};

/** Orders summed up, and licences across orders (C16, B23, B40). */
export const orderEndpoints = {
  order_amount: defineEndpoint({
    method: 'GET',
    path: '/v1/order/amount',
    group: 'order',
    label: { en: 'Orders and hosts by status and type', zh: '按状态和类型统计订单' },
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    list: 'order',
    answer: {
      fields: {
        ...counted,
        by_status: groups('By status', '按状态'),
        by_category: groups('By type', '按类型'),
        usage: list(object(month, { label: { en: 'Month', zh: '月份' }, required: true }), {
          label: { en: 'Use of pay as you go', zh: '按量付费用量' },
        }),
      },
    },
  }),
  order_timeline: defineEndpoint({
    method: 'GET',
    path: '/v1/order/timeline/{id}',
    group: 'order',
    label: { en: 'What has happened to an order, from its beginning', zh: '订单时间线' },
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    answer: {
      pageOf: {
        at: dateTime({ label: { en: 'When', zh: '时间' }, required: true }),
        kind: choice(timelineKinds, { label: { en: 'What', zh: '事件' }, required: true }),
        role_id: choice(roleChoices, { label: { en: 'Role', zh: '角色' } }),
        actor: text({ label: { en: 'Who', zh: '操作人' } }),
        detail: text({ label: { en: 'Detail', zh: '详情' } }),
        quantity: integer({ label: { en: 'Quantity', zh: '数量' } }),
        comment: text({ label: { en: 'Comment', zh: '备注' } }),
      },
    },
  }),
  order_assignment_list: defineEndpoint({
    method: 'GET',
    path: '/v1/order/assignment/list',
    group: 'order',
    label: { en: 'Licences across orders', zh: '全部订单的许可' },
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'],
    list: 'assignment',
    answer: { page: 'assignment' },
  }),
};
