import { activationKinds, activationStates } from '../choices/activation.ts';
import { admins, adminsAndEnterprise, me, roles, rowsByEnterprise, staff } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, dateTime, integer, reference, text } from '../schema/field/field.ts';

const whereMachinesComeFrom = {
  en: 'Machines appear here once a product whose issuing profile asks for activation is used.',
  zh: '签发配置中启用激活的产品投入使用后，设备会显示在这里。',
};

/**
 * A machine that uses a licence: it holds a seat as long as its lease is renewed (issue 36). Only products whose issuing
 * profile says so have activations. A relay holds several seats, which it leases to machines on the customer's site.
 */
export const activation = defineEntity({
  name: 'activation',
  label: { en: 'Activation', zh: '激活' },
  labels: { en: 'Activations', zh: '激活记录' },
  title: 'name',
  icon: 'session',
  fields: {
    assignment_id: reference('assignment', {
      label: { en: 'Licence', zh: '许可' },
      required: true,
      readOnly: true,
      embed: ['id', 'lic_key', 'hosts', 'expired_at', 'project.name', 'order.code'],
    }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Enterprise', zh: '企业' },
      required: true,
      readOnly: true,
      read: staff,
      embed: ['id', 'name'],
    }),
    name: text({ label: { en: 'Machine', zh: '设备' }, required: true, readOnly: true, max: 100 }),
    kind: choice(activationKinds, { label: { en: 'Kind', zh: '类型' }, default: 1, readOnly: true }),
    product_version: text({ label: { en: 'Product version', zh: '产品版本' }, readOnly: true, max: 50 }),
    fingerprint: text({
      label: { en: 'Fingerprint', zh: '设备指纹' },
      required: true,
      readOnly: true,
      max: 200,
      key: true,
      code: true,
      detailOnly: true,
    }),
    seat: integer({ label: { en: 'Seat', zh: '席位' }, required: true, readOnly: true, min: 1 }),
    seats: integer({
      label: { en: 'Seats', zh: '席位数' },
      hint: { en: 'More than one only for a relay', zh: '仅中继可占用多个席位' },
      required: true,
      readOnly: true,
      default: 1,
      min: 1,
    }),
    is_over: boolean({ label: { en: 'Beyond the quantity', zh: '超出数量' }, readOnly: true, default: false }),
    status: choice(activationStates, { label: { en: 'Status', zh: '状态' }, default: 1, readOnly: true }),
    renewed_at: dateTime({ label: { en: 'Last contact', zh: '最近联系' }, readOnly: true }),
    expires_at: dateTime({ label: { en: 'Lease until', zh: '租约至' }, readOnly: true }),
    released_at: dateTime({ label: { en: 'Released at', zh: '解除时间' }, readOnly: true, detailOnly: true }),
    released_by_id: reference('user', {
      label: { en: 'Released by', zh: '解除人' },
      hint: { en: 'Empty if the product gave the seat back', zh: '由产品归还席位时为空' },
      readOnly: true,
      detailOnly: true,
      onDelete: 'allow',
    }),
  },
  access: {
    list: roles,
    edit: adminsAndEnterprise,
    rows: { ...rowsByEnterprise, Subordinate: { assignment_id: { sub_user_id: me('id') } } },
  },
  lifecycle: {
    field: 'status',
    transitions: {
      release: {
        from: [1],
        to: 8,
        roles: adminsAndEnterprise,
        label: { en: 'Release', zh: '解除' },
        done: { en: 'released', zh: '已解除' },
        assign: { released_at: { now: true }, released_by_id: me('id') },
        confirm: {
          en: 'For a lost machine. Its seat is free at once, although the machine itself works until its lease ends. Customers may release only so many a month.',
          zh: '用于丢失的设备。席位立即释放，但该设备在租约到期前仍可使用。客户每月可解除的次数有限。',
        },
        tone: 'danger',
        event: 'activation.released',
      },
      stop: {
        from: [4],
        to: 5,
        roles: adminsAndEnterprise,
        label: { en: 'End delegation', zh: '终止委派' },
        done: { en: 'gets no new delegation', zh: '不再获得新的委派' },
        confirm: {
          en: 'The relay gets no new delegation. It goes on until the present one ends on {expires_at}, and its seats are free then.',
          zh: '中继不再获得新的委派，可继续使用至当前委派于 {expires_at} 到期，届时席位释放。',
        },
        tone: 'danger',
        event: 'activation.stopped',
      },
      free: {
        from: [5],
        to: 8,
        roles: [],
        label: { en: 'Free the seats of a relay', zh: '释放中继席位' },
        assign: { released_at: { now: true } },
        schedule: { by: 'expires_at' },
        event: 'activation.freed',
      },
      end: {
        from: [1, 4],
        to: 2,
        roles: [],
        label: { en: 'End the lease', zh: '租约到期' },
        schedule: { by: 'expires_at' },
        event: 'activation.ended',
      },
    },
  },
  events: {
    activate: { label: { en: 'Activated', zh: '已激活' }, type: 'activation.activated' },
    delegate: { label: { en: 'Seats delegated to a relay', zh: '席位已委派给中继' }, type: 'activation.delegated' },
  },
  list: {
    columns: [
      'name',
      'kind',
      'assignment_id',
      'enterprise_id',
      'status',
      'seat',
      'seats',
      'is_over',
      'renewed_at',
      'expires_at',
    ],
    filters: ['assignment_id', 'enterprise_id', 'kind', 'status', 'is_over'],
    search: ['name', 'fingerprint'],
    range: 'created_at',
    empty: {
      SuperAdmin: whereMachinesComeFrom,
      GeneralAdmin: whereMachinesComeFrom,
    },
  },
  detail: {
    summary: [
      'name',
      'kind',
      'assignment_id',
      'enterprise_id',
      'status',
      'seat',
      'seats',
      'is_over',
      'product_version',
      'fingerprint',
      'renewed_at',
      'expires_at',
      'released_at',
      'released_by_id',
    ],
  },
  embeddedIn: [{ entity: 'assignment', by: 'assignment_id', roles, when: { activated: true } }],
  screens: [
    {
      path: '/activation',
      roles: admins,
      menu: { order: 55 },
    },
  ],
  without: ['create', 'remove', 'restore'],
});
