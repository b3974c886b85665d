import { integer, list, object, text } from '../schema/field/field.ts';
import { defineEndpoint } from './endpoint.ts';
import { timelineAnswer } from './history.ts';

const number = (en: string, zh: string) => integer({ label: { en, zh }, required: true });
const counted = {
  count: number('Orders', '订单数'),
  hosts: number('Quantity', '购买数量'),
  available: number('Available', '可用数量'),
};
const named = { id: number('Value', '值'), name: text({ label: { en: 'Name', zh: '名称' }, required: true }) };
const groups = (en: string, zh: string) =>
  list(object({ ...named, ...counted }, { label: { en, zh }, required: true }), { label: { en, zh } });
const month = {
  month: text({ label: { en: 'Month', zh: '月份' }, required: true }),
  used: number('Used', '已用'),
};

/** Sums of orders, and licences across orders (C16, B23, B40). */
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
          label: { en: 'Pay-as-you-go usage', zh: '按量付费用量' },
        }),
      },
    },
  }),
  order_timeline: defineEndpoint({
    method: 'GET',
    path: '/v1/order/timeline/{id}',
    group: 'order',
    label: { en: 'Timeline of an order, same as GET /v1/timeline/order/{id}', zh: '订单时间线' },
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    answer: timelineAnswer,
  }),
  order_assignment_list: defineEndpoint({
    method: 'GET',
    path: '/v1/order/assignment/list',
    group: 'order',
    label: { en: 'Licences of all orders', zh: '全部订单的许可' },
    roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'],
    list: 'assignment',
    answer: { page: 'assignment' },
  }),
};
