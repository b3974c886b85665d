import { admins, customers, everything, me, staff } from '../../../contract/schema/access.ts';
import { its } from '../../../contract/schema/assignedValues.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { plus } from '../../../contract/schema/field/default.ts';
import {
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  file,
  integer,
  json,
  list,
  longText,
  mail,
  many,
  money,
  object,
  phone,
  reference,
  richText,
  serial,
  tags,
  text,
  url,
} from '../../../contract/schema/field/field.ts';
import { after, today } from '../../../contract/schema/now.ts';

const readers = ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'] as const;
const states = [
  { id: 0, label: { en: 'Draft', zh: '草稿' }, tone: 'neutral' },
  { id: 1, label: { en: 'Running', zh: '履行中' }, tone: 'good' },
  { id: 2, label: { en: 'Over', zh: '已到期' }, tone: 'neutral' },
] as const;

/** What a customer has agreed on for the service of an asset: a field of every kind, with what such a field may say. */
export const serviceContract = defineEntity({
  name: 'service_contract',
  label: { en: 'Service contract', zh: '维保合同' },
  labels: { en: 'Service contracts', zh: '维保合同' },
  title: 'number',
  icon: 'order',
  fields: {
    number: serial('SC-{0000}', { label: { en: 'Contract number', zh: '合同编号' } }),
    subject: text({ label: { en: 'Subject', zh: '合同名称' }, required: true, max: 120 }),
    scope: longText({ label: { en: 'Scope', zh: '服务范围' } }),
    visits_a_year: integer({
      label: { en: 'Visits a year', zh: '每年上门次数' },
      hint: { en: 'At least one', zh: '至少一次' },
      ...{ required: true, default: 2, fill: 1, min: 1, max: 52 },
    }),
    hours: decimal({ label: { en: 'Hours included', zh: '包含工时' }, scale: 1 }),
    index: decimal({ label: { en: 'Price index', zh: '价格指数' }, precision: 6, scale: 4 }),
    fee: money({ label: { en: 'Fee', zh: '费用' }, currency: 'currency' }),
    currency: choice(
      [
        { id: 'CNY', label: { en: 'Yuan', zh: '人民币' } },
        { id: 'EUR', label: { en: 'Euro', zh: '欧元' } },
      ],
      { label: { en: 'Currency', zh: '币种' }, default: 'CNY' },
    ),
    auto_renew: boolean({ label: { en: 'Renews itself', zh: '自动续约' }, default: false, tone: 'info' }),
    signed_at: dateTime({ label: { en: 'Signed at', zh: '签署时间' }, readOnly: true }),
    begins_on: date({ label: { en: 'Begins on', zh: '开始日期' }, required: true, default: today }),
    ends_on: date({ label: { en: 'Ends on', zh: '结束日期' }, default: plus('begins_on', { years: 1 }) }),
    contact: mail({ label: { en: 'Contact mail', zh: '联系邮箱' } }),
    hotline: phone({ label: { en: 'Hotline', zh: '服务热线' } }),
    portal: url({ label: { en: 'Portal', zh: '服务门户' } }),
    terms: richText({ label: { en: 'Terms', zh: '条款' } }),
    topics: tags({ label: { en: 'Topics', zh: '标签' }, max: 5 }),
    tariff: json({ label: { en: 'Tariff', zh: '费率' } }),
    paper: file({ label: { en: 'Signed paper', zh: '签署文件' }, types: ['application/pdf'] }),
    asset_id: reference('asset', {
      label: { en: 'Asset', zh: '设备' },
      ...{ required: true, as: 'asset', embed: ['id', 'tag'] },
    }),
    contacts: many('user', {
      label: { en: 'Contacts', zh: '联系人' },
      ...{ required: true, keeps: false, as: 'contacts_there', embed: ['id', 'nick_name'], where: { role_id: 3 } },
    }),
    spares: many('asset', { label: { en: 'Spare assets', zh: '备用设备' }, keeps: true }),
    site: object(
      {
        street: text({ label: { en: 'Street', zh: '街道' } }),
        city: text({ label: { en: 'City', zh: '城市' } }),
      },
      { label: { en: 'Site', zh: '地点' } },
    ),
    numbers: list(text({ label: { en: 'Number', zh: '号码' }, max: 20 }), { label: { en: 'Dial-in', zh: '接入号码' } }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Customer', zh: '客户' },
      ...{ required: true, createOnly: true, ownFor: customers, as: 'enterprise', embed: ['id', 'name'] },
    }),
    order_number: text({
      label: { en: 'Order number of the customer', zh: '客户订单号' },
      ...{ was: 'po_number', unique: true, max: 40, at: 'customer.order', writeAt: 'customer.order' },
    }),
    margin: money({ label: { en: 'Margin', zh: '毛利' }, currency: 'currency', read: admins, write: admins }),
    remark: longText({ label: { en: 'Remark', zh: '备注' }, detailOnly: true, read: staff, write: staff }),
    gate_code: text({ label: { en: 'Gate code', zh: '门禁码' }, sealed: true, read: staff, write: staff, max: 20 }),
    password: text({ label: { en: 'Hotline password', zh: '热线密码' }, inputOnly: true, secret: true, min: 4 }),
    password_hash: text({ label: { en: 'Password digest', zh: '密码摘要' }, hidden: true, readOnly: true }),
    days_left: integer({ label: { en: 'Days left', zh: '剩余天数' }, computed: true, readOnly: true }),
    visits: integer({ label: { en: 'Visits so far', zh: '已上门次数' }, computed: true, readOnly: true }),
    partner: text({
      label: { en: 'Partner code', zh: '合作方代码' },
      ...{ matches: 'letters', min: 2, max: 8, unfit: 'stop' },
    }),
    former_id: text({ label: { en: 'Id in the old system', zh: '旧系统编号' }, unique: true, exact: true }),
    quantity: integer({
      label: { en: 'Quantity', zh: '数量' },
      ...{ countedAs: 'product', default: 1, min: 1, max: 1000, unfit: 'nearest' },
    }),
    notice_days: integer({
      label: { en: 'Notice', zh: '通知期' },
      unit: { en: '{value|day|days}', zh: '天' },
    }),
    level: choice(
      [
        { id: 1, label: { en: 'Next day', zh: '次日' }, tone: 'neutral', extra: { hours: 24 } },
        { id: 3, label: { en: 'Same day', zh: '当日' }, tone: 'good', extra: { hours: 8 } },
      ],
      {
        label: { en: 'Level', zh: '级别' },
        ...{ as: 'service_level', becomes: { 2: 3 }, otherwise: { en: 'None', zh: '无' } },
      },
    ),
    reason: text({ label: { en: 'Why the same day', zh: '当日服务原因' }, shownWhen: { level: 3 } }),
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      ...{ as: 'product', embed: ['id', 'name', 'metering', 'unit'], flat: { product_code: 'code' } },
      ...{ keeps: true, where: { metering: ['host', 'value'] } },
    }),
    status: choice(states, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true }),
    signer_id: reference('user', { label: { en: 'Signed by', zh: '签署人' }, readOnly: true }),
    extensions: integer({ label: { en: 'Extensions', zh: '延期次数' }, default: 0, readOnly: true }),
  },
  rules: [{ field: 'ends_on', after: 'begins_on' }],
  access: {
    list: readers,
    get: [...readers, 'Subordinate'],
    create: staff,
    edit: staff,
    remove: admins,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { enterprise_id: { sales_user_id: me('id') } },
      Enterprise: { enterprise_id: me('enterprise_id') },
      Subordinate: { enterprise_id: me('enterprise_id'), status: 1 },
    },
    storedScope: true,
  },
  removeWhile: { status: [0, 2] },
  lifecycle: {
    field: 'status',
    transitions: {
      sign: {
        from: [0],
        to: 1,
        roles: staff,
        label: { en: 'Sign', zh: '签署' },
        input: { signed_at: dateTime({ label: { en: 'Signed at', zh: '签署时间' }, required: true }) },
        sets: { signer_id: me('id') },
        effect: 'first_visit',
        when: { ends_on: after(today) },
        confirm: { en: 'Contract {number} runs from then on.', zh: '合同 {number} 自此开始履行。' },
        tone: 'primary',
      },
      end: {
        ...{ from: [1], to: 2, roles: [], label: { en: 'End', zh: '到期' } },
        ...{ schedule: { by: 'ends_on', days: 1 }, when: { auto_renew: false } },
      },
    },
  },
  notices: {
    sign: {
      to: { role: 'Enterprise', of: 'enterprise_id' },
      values: { asset: 'asset_id', customer: 'enterprise_id' },
      text: {
        en: 'Contract {number} of {customer} is signed: {fee} for {hours} hours, from {begins_on}',
        zh: '{customer} 的合同 {number} 已签署：{fee}，{hours} 工时，自 {begins_on} 起',
      },
      mail: {
        text: {
          en: '{asset}, {level}, {quantity}, renews itself: {auto_renew}. Notice {notice_days}, signed {signed_at}.\n{topics} · {numbers} · {contacts} · {index}',
          zh: '{asset}，{level}，{quantity}，自动续约：{auto_renew}。通知期 {notice_days}，签署于 {signed_at}。\n{topics} · {numbers} · {contacts} · {index}',
        },
      },
    },
  },
  actions: {
    extend: {
      call: {
        name: 'service_contract_extend',
        path: '/v1/service_contract/{id}/extend',
        label: { en: 'Extend a service contract', zh: '延长维保合同' },
      },
      roles: staff,
      label: { en: 'Extend', zh: '延期' },
      input: {
        ends_on: date({ label: { en: 'Ends on', zh: '结束日期' }, required: true }),
        fee: money({ label: { en: 'Fee', zh: '费用' }, currency: 'currency' }),
      },
      form: [['ends_on', 'fee']],
      prefilled: ['ends_on', 'fee'],
      when: [{ holds: { status: [0, 1] }, otherwise: 'wrong_state', at: 'ends_on' }],
      makes: { asset_visit: { asset_id: its('asset_id'), note: 'Bring the new terms' } },
      effect: 'count_extension',
      audit: 'extend_contract',
    },
    adjust: {
      call: {
        name: 'service_contract_adjust',
        path: '/v1/service_contract/{id}/adjust',
        label: { en: 'Adjust the fee of a service contract', zh: '调整维保合同费用' },
      },
      roles: admins,
      label: { en: 'Adjust the fee', zh: '调整费用' },
      input: { percent: integer({ label: { en: 'Percent', zh: '百分比' }, required: true, min: -50, max: 50 }) },
    },
  },
  list: {
    columns: ['number', 'subject', 'enterprise_id', 'product_id', 'quantity', 'fee', 'ends_on', 'days_left', 'status'],
    optional: ['product_id', 'quantity'],
    card: ['enterprise_id', 'ends_on'],
    filters: ['status', 'enterprise_id', 'product_id', 'level', 'topics', 'spares'],
    search: ['number', 'subject'],
    range: 'begins_on',
    sort: 'ends_on',
    sorts: ['begins_on', 'signed_at'],
    narrow: { ends_within: integer({ label: { en: 'Ends within days', zh: '到期天数不超过' }, max: 999 }) },
    totals: ['fee'],
    groups: ['status', 'begins_on'],
    empty: {
      SalesMan: { en: 'Draft a contract for one of your customers.', zh: '请为您的客户起草合同。' },
      everyone: { en: 'Contracts appear here once they are drafted.', zh: '起草的合同会显示在这里。' },
    },
    summaries: [{ by: ['enterprise_id', 'status'] }],
  },
  form: [
    ...(['subject', ['enterprise_id', 'order_number'], ['begins_on', 'ends_on'], ['currency', 'fee']] as const),
    ...([
      'margin',
      ['product_id', 'quantity'],
      'asset_id',
      ['contacts', 'spares'],
      ['level', 'reason'],
      ['contact', 'hotline'],
    ] as const),
    ...(['visits_a_year', 'terms', 'paper', 'password', 'gate_code', 'remark', ['site.street', 'site.city']] as const),
  ],
  within: [{ entity: 'asset', by: 'spares', roles: staff, label: { en: 'Spare for', zh: '备用于' } }],
  screens: [
    {
      path: '/service_contract',
      roles: readers,
      label: { en: 'Service contracts', zh: '维保合同' },
      menu: { group: 'authorization', order: 58, icon: 'payment', hiddenWhen: { tags: 1 } },
    },
    {
      path: '/service_contract/same_day',
      roles: staff,
      label: { en: 'Same-day contracts', zh: '当日服务合同' },
      noun: { en: 'Same-day contract', zh: '当日服务合同' },
      menu: { order: 76 },
      only: { level: 3 },
      preset: { level: 3, currency: 'EUR' },
      choices: { currency: ['EUR'] },
      columns: ['number', 'subject', 'enterprise_id', 'ends_on', 'status'],
      filters: ['status', 'enterprise_id'],
      required: ['reason', 'hotline'],
      form: [
        'subject',
        ['enterprise_id', 'asset_id'],
        'contacts',
        ['hotline', 'reason'],
        ['begins_on', 'ends_on'],
        'fee',
      ],
    },
  ],
});
