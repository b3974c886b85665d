import { admins, everything, me, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { plus } from '../../../contract/schema/field/default.ts';
import {
  boolean,
  choice,
  date,
  dateTime,
  integer,
  longText,
  reference,
  text,
} from '../../../contract/schema/field/field.ts';
import { now } from '../../../contract/schema/now.ts';

/** Equipment that is lent to customers. */
export const asset = defineEntity({
  name: 'asset',
  migrate: { renamedFrom: 'device', removed: ['colour'] },
  path: 'service/asset',
  table: 'assets',
  label: { en: 'Asset', zh: '设备' },
  labels: { en: 'Assets', zh: '设备' },
  title: 'tag',
  embed: ['id', 'tag', 'serial'],
  icon: 'test',
  fields: {
    tag: text({ label: { en: 'Asset tag', zh: '资产标签' }, required: true, unique: true, max: 20 }),
    serial: text({ label: { en: 'Serial number', zh: '序列号' }, exact: true, max: 40 }),
    product_id: reference('product', { label: { en: 'Product', zh: '产品' }, as: 'product', embed: ['id', 'name'] }),
    bought_on: date({ label: { en: 'Bought on', zh: '购入日期' } }),
    made_in: integer({ label: { en: 'Year of manufacture', zh: '出厂年份' }, min: 1900, max: 2100, plain: true }),
    warranty_months: integer({ label: { en: 'Months of warranty', zh: '保修月数' }, max: 120 }),
    warranty_until: date({
      label: { en: 'Warranty until', zh: '保修期至' },
      default: plus('bought_on', { months: 'warranty_months' }),
    }),
    status: choice(
      [
        { id: 0, label: { en: 'In store', zh: '在库' }, tone: 'info' },
        { id: 1, label: { en: 'Lent out', zh: '已借出' }, tone: 'warn' },
        { id: 9, label: { en: 'Written off', zh: '已报废' } },
      ],
      { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true },
    ),
    enterprise_id: reference('enterprise', {
      label: { en: 'Lent to', zh: '借用企业' },
      readOnly: true,
      as: 'enterprise',
      embed: ['id', 'name'],
    }),
    lent_at: dateTime({ label: { en: 'Lent at', zh: '借出时间' }, readOnly: true }),
    fault: longText({ label: { en: 'Fault', zh: '故障' }, readOnly: true }),
    faulty: boolean({ label: { en: 'Faulty', zh: '有故障' }, default: false, readOnly: true, tone: 'bad' }),
  },

  unique: [['product_id', 'serial']],
  rules: [{ field: 'product_id', requiredWhen: { status: 1 } }],
  access: {
    list: [...staff, 'Enterprise'],
    create: admins,
    edit: staff,
    remove: admins,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { anyOf: [{ status: 0 }, { enterprise_id: { sales_user_id: me('id') } }] },
      Enterprise: { enterprise_id: me('enterprise_id') },
    },
  },
  editWhile: { status: [0, 1] },
  editOtherwise: { en: 'A written-off asset cannot be changed', zh: '已报废的设备不能修改' },
  removeWhile: { status: 0 },
  removeOtherwise: { en: 'Only assets in store can be deleted', zh: '仅可删除在库的设备' },
  lifecycle: {
    field: 'status',
    transitions: {
      lend: {
        from: [0],
        to: 1,
        roles: staff,
        label: { en: 'Lend', zh: '借出' },
        tone: 'primary',
        input: { enterprise_id: reference('enterprise', { label: { en: 'Lent to', zh: '借用企业' }, required: true }) },
        assign: { lent_at: now },
      },
      take_back: {
        from: [1],
        to: 0,
        roles: staff,
        label: { en: 'Take back', zh: '收回' },
        assign: { enterprise_id: null, lent_at: null, faulty: false },
      },
      write_off: { from: [0], to: 9, roles: admins, label: { en: 'Write off', zh: '报废' }, tone: 'danger' },
    },
  },
  actions: {
    report: {
      endpoint: {
        name: 'asset_report',
        path: '/v1/service/asset/{id}/report',
        label: { en: 'Report a fault of an asset', zh: '报告设备故障' },
      },
      roles: ['Enterprise'],
      label: { en: 'Report a fault', zh: '报告故障' },
      input: { fault: longText({ label: { en: 'Fault', zh: '故障' }, required: true }) },
      assign: { faulty: true },
    },
  },
  events: { inspect: { label: { en: 'Inspected', zh: '已检查' } } },
  notices: {
    lend: {
      to: { role: 'Enterprise', of: 'enterprise_id' },
      text: { en: 'Asset {tag} is lent to you', zh: '设备 {tag} 已借给贵公司' },
    },
  },
  queue: {
    assets_to_repair: {
      label: { en: 'Assets to repair', zh: '待维修设备' },
      roles: admins,
      order: 90,
      only: { faulty: true },
      since: 'lent_at',
      shows: ['enterprise_id', 'fault'],
      steps: ['take_back'],
    },
  },
  metrics: {
    assets_lent: { label: { en: 'Assets lent', zh: '借出设备' }, roles: staff, order: 90, only: { status: 1 } },
  },
  charts: {
    assets_by_product: { label: { en: 'Assets', zh: '设备' }, roles: staff, order: 90, by: 'product_id' },
  },
  list: {
    columns: ['tag', 'product_id', 'enterprise_id', 'lent_at', 'faulty', 'status'],
    filters: ['status', 'product_id', 'enterprise_id', 'faulty'],
    search: ['tag', 'serial'],
    sort: 'tag',
  },
  children: { visits: { entity: 'asset_visit', by: 'asset_id', add: ['visit_on', 'note'], onDelete: 'cascade' } },
  comments: staff,
  files: true,
  import: { fields: ['tag', 'serial', 'product_id', 'bought_on'] },
  form: [['tag', 'serial'], 'product_id', 'bought_on', ['warranty_months', 'warranty_until']],
  detail: { summary: ['tag', 'product_id', 'enterprise_id', 'status'], tabs: ['asset_visit'] },
  print: { signatures: [{ en: 'Received by', zh: '接收人' }] },
  timeline: {
    events: { take_back: { label: { en: 'Taken back', zh: '已收回' }, tone: 'neutral' } },
    parts: { contracts: { entity: 'service_contract', by: 'spares', names: 'number', only: ['sign'] } },
  },
  screens: [{ path: '/asset', roles: staff, label: { en: 'Assets', zh: '设备' }, menu: { order: 75 } }],
  embeddedIn: [{ entity: 'enterprise', by: 'enterprise_id', roles: staff }],
  servedBy: [{ operations: ['report'], roles: ['Enterprise'], from: '/dashboard' }],
  samples: [
    { tag: 'AS-1', serial: 'X1', product_id: 1 },
    { tag: 'AS-2', serial: 'x1', product_id: 1 },
  ],
  without: ['export'],
});
