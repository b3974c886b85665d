import { admins, customers, everything, me, roles, staff, through } from '../../../contract/access.ts';
import { defineEntity } from '../../../contract/entity.ts';
import {
  boolean,
  choice,
  dateTime,
  integer,
  list,
  longText,
  mail,
  money,
  object,
  phone,
  reference,
  text,
} from '../../../contract/field.ts';

const states = [
  { id: 0, label: { en: 'Asked for', zh: '已提出' }, tone: 'info' },
  { id: 1, label: { en: 'Planned', zh: '已排期' }, tone: 'warn' },
  { id: 2, label: { en: 'Closed', zh: '已关闭' }, tone: 'good' },
  { id: 9, label: { en: 'Called off', zh: '已取消' }, tone: 'bad' },
] as const;
const grades = [
  { id: 1, label: { en: 'Plain', zh: '普通' }, tone: 'neutral', extra: { days: 1 } },
  { id: 3, label: { en: 'Difficult', zh: '困难' }, tone: 'warn', extra: { days: 9 } },
] as const;
const methods = [
  { id: 'visit', label: { en: 'On site', zh: '现场' } },
  { id: 'remote', label: { en: 'Remote', zh: '远程' } },
] as const;
const currencies = [
  { id: 'CNY', label: { en: 'Yuan', zh: '人民币' } },
  { id: 'JPY', label: { en: 'Yen', zh: '日元' } },
] as const;

const makers = ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'] as const;
const named = ['id', 'name', 'nick_name'] as const;
const round = { label: { en: 'Round', zh: '轮次' }, min: -5, max: 99 } as const;
const cost = { label: { en: 'Cost', zh: '费用' }, min: 0, max: 5_000_000_000_000, currency: 'currency' } as const;

/** A place at a customer's that somebody looks at before a product goes there: it uses all that a declaration knows. */
export const siteSurvey = defineEntity({
  name: 'site_survey',
  path: 'survey/site',
  table: 'site_surveys',
  label: { en: 'Site survey', zh: '现场勘察' },
  labels: { en: 'Site surveys', zh: '现场勘察' },
  title: 'code',
  icon: 'test',
  fields: {
    code: text({
      label: { en: 'Survey code', zh: '勘察编号' },
      hint: { en: '3 to 20 characters', zh: '3 到 20 个字符' },
      ...{ required: true, unique: true, createOnly: true, matches: 'loginName', min: 3, max: 20 },
    }),
    serial: text({
      label: { en: 'Sheet number', zh: '表单编号' },
      ...{ unique: true, max: 30, at: 'sheet.serial.value', writeAt: 'sheet.serial' },
    }),
    summary: longText({ label: { en: 'Summary', zh: '概要' }, min: 5, max: 500 }),
    initials: longText({ label: { en: 'Initials', zh: '缩写' }, matches: 'letters', max: 20 }),
    contact: mail({ label: { en: 'Site mail', zh: '现场邮箱' }, matches: 'loginName', min: 6, max: 30 }),
    phone: phone({ label: { en: 'Site phone', zh: '现场电话' }, matches: 'loginName', min: 5, max: 20 }),
    round: integer({ ...round, default: 1 }),
    currency: choice(currencies, { label: { en: 'Currency', zh: '币种' }, default: 'CNY' }),
    cost: money({ ...cost, write: staff }),
    grade_id: choice(grades, {
      label: { en: 'Grade', zh: '难度' },
      as: 'grade',
      otherwise: { en: 'Not graded', zh: '未评级' },
    }),
    method: choice(methods, { label: { en: 'Method', zh: '方式' }, required: true }),
    urgent: boolean({ label: { en: 'Urgent', zh: '紧急' }, default: false }),
    visit_at: dateTime({ label: { en: 'Visit at', zh: '到场时间' }, required: true }),
    until: dateTime({ label: { en: 'Good until', zh: '有效期至' }, default: '2031-01-31T00:00:00Z' }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Customer', zh: '客户' },
      ...{ required: true, createOnly: true, keeps: true, where: { status: 1 } },
      ownFor: customers,
      as: 'enterprise',
      embed: ['id', 'name', 'status'],
      flat: { enterprise_name: 'name' },
    }),
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      ...{ at: 'about.product_id', writeAt: 'about.product', as: 'product', where: { metering: ['host', 'value'] } },
      embed: ['id', 'name', 'category', 'metering', 'unit'],
      flat: { product_code: 'code' },
    }),
    surveyor_id: reference('user', {
      label: { en: 'Surveyor', zh: '勘察人' },
      ...{ read: staff, write: admins, as: 'surveyor', where: { role_id: 3 } },
      embed: named,
    }),
    place: object(
      {
        city: text({ label: { en: 'City', zh: '城市' }, required: true, max: 40 }),
        note: longText({ label: { en: 'Way there', zh: '路线' } }),
        mail: mail({ label: { en: 'Gate mail', zh: '门卫邮箱' } }),
        phone: phone({ label: { en: 'Gate phone', zh: '门卫电话' } }),
        floor: integer({ label: { en: 'Floor', zh: '楼层' }, min: -9, max: 200 }),
        fee: money({ label: { en: 'Gate fee', zh: '入场费' }, currency: 'currency' }),
        indoor: boolean({ label: { en: 'Indoor', zh: '室内' } }),
        lift: choice(methods, { label: { en: 'Lift', zh: '电梯' }, shownWhen: { 'place.indoor': true } }),
        open_at: dateTime({ label: { en: 'Opens at', zh: '开放时间' } }),
        product: reference('product', { label: { en: 'Product there', zh: '现有产品' }, where: { metering: 'host' } }),
        checked: boolean({ label: { en: 'Checked', zh: '已核对' }, readOnly: true }),
      },
      { label: { en: 'Place', zh: '地点' }, required: true, at: 'sheet.place', writeAt: 'sheet.place' },
    ),
    parking: object(
      {
        spots: integer({ label: { en: 'Parking spots', zh: '车位数' } }),
        ticket: text({ label: { en: 'Parking ticket', zh: '停车票' }, readOnly: true, max: 20 }),
      },
      { label: { en: 'Parking', zh: '停车' } },
    ),
    devices: list(
      object(
        {
          name: text({ label: { en: 'Device', zh: '设备' }, required: true, max: 40 }),
          count: integer({ label: { en: 'Count', zh: '数量' }, min: 1, max: 9 }),
        },
        { label: { en: 'Device', zh: '设备' } },
      ),
      { label: { en: 'Devices', zh: '设备清单' }, max: 3 },
    ),
    floors: list(integer({ label: { en: 'Floor', zh: '楼层' }, min: -9, max: 99 }), {
      label: { en: 'Floors seen', zh: '已勘察楼层' },
      max: 5,
    }),
    helpers: list(reference('user', { label: { en: 'Helper', zh: '协助人' }, where: { role_id: 3 } }), {
      label: { en: 'Helpers', zh: '协助人员' },
      max: 3,
    }),
    tags: list(text({ label: { en: 'Tag', zh: '标签' }, max: 10 }), { label: { en: 'Tags', zh: '标签' }, max: 4 }),
    remark: longText({ label: { en: 'Remark', zh: '备注' }, detailOnly: true, max: 200 }),
    reason: text({ label: { en: 'Why difficult', zh: '困难原因' }, shownWhen: { grade_id: 3 }, max: 80 }),
    origin: text({ label: { en: 'Origin', zh: '来源' }, was: 'source', max: 40 }),
    crew: integer({ label: { en: 'Crew', zh: '人数' }, read: staff, countedAs: 'product' }),
    gate_code: text({ label: { en: 'Gate code', zh: '门禁码' }, sealed: true, required: true, max: 20 }),
    password: text({
      label: { en: 'Sheet password', zh: '表单密码' },
      ...{ inputOnly: true, secret: true, createOnly: true, min: 4, max: 40 },
    }),
    password_hash: text({ label: { en: 'Password digest', zh: '密码摘要' }, hidden: true, readOnly: true }),
    creator_id: reference('user', { label: { en: 'Made by', zh: '创建人' }, hidden: true, readOnly: true }),
    days_left: integer({ label: { en: 'Days left', zh: '剩余天数' }, computed: true, readOnly: true }),
    findings: integer({
      label: { en: 'Findings', zh: '发现数' },
      countedAs: 'product',
      computed: true,
      readOnly: true,
    }),
    status: choice(states, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true, as: 'state' }),
    verdict: longText({ label: { en: 'Verdict', zh: '结论' }, readOnly: true, max: 200 }),
  },
  unique: [['enterprise_id', 'round', 'method']],
  access: {
    list: roles,
    get: roles,
    create: makers,
    edit: makers,
    remove: ['SuperAdmin', 'SalesMan'],
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: { status: [0, 1, 2] },
      SalesMan: { enterprise_id: { sales_user_id: me('id') } },
      Enterprise: { enterprise_id: me('enterprise_id') },
      Subordinate: {
        anyOf: [
          { enterprise_id: me('enterprise_id'), urgent: true, 'place.indoor': true },
          { id: through('survey_finding', 'survey_id', { finder_id: me('id') }) },
        ],
      },
    },
  },
  editWhile: { status: [0, 1] },
  removeWhile: { status: [0, 9], verdict: null },
  lifecycle: {
    field: 'status',
    transitions: {
      plan: {
        ...{ from: [0], to: 1, roles: staff, label: { en: 'Plan', zh: '排期' }, tone: 'primary' },
        when: { method: ['visit', 'remote'], 'place.city': 'Berlin' },
        input: {
          visit_at: dateTime({ label: { en: 'Visit at', zh: '到场时间' }, required: true }),
          round: integer(round),
          cost: money(cost),
          place: object(
            { checked: boolean({ label: { en: 'Checked', zh: '已核对' } }) },
            { label: { en: 'Place', zh: '地点' } },
          ),
        },
      },
      close: {
        ...{ from: [1], to: 2, roles: admins, label: { en: 'Close', zh: '关闭' }, tone: 'primary' },
        input: {
          verdict: longText({ label: { en: 'Verdict', zh: '结论' }, required: true, max: 200 }),
          gate_code: text({ label: { en: 'Gate code', zh: '门禁码' }, max: 20 }),
          notice: text({ label: { en: 'Notice', zh: '说明' }, max: 20 }),
        },
      },
      call_off: {
        ...{ from: [0, 1], to: 9, roles: ['SalesMan', 'Enterprise'], tone: 'danger' },
        label: { en: 'Call off', zh: '取消' },
        confirm: { en: 'Nobody comes to look at {code}.', zh: '{code} 将不再勘察。' },
      },
    },
  },
  actions: {
    postpone: {
      call: {
        name: 'site_survey_postpone',
        path: '/v1/survey/site/{id}/postpone',
        label: { en: 'Postpone a survey', zh: '推迟勘察' },
      },
      roles: staff,
      label: { en: 'Postpone', zh: '推迟' },
      input: { days: integer({ label: { en: 'Days', zh: '天数' }, required: true, min: 1, max: 99 }) },
      when: [{ holds: { status: [0, 1] }, otherwise: 'wrong_state', at: 'days' }],
      tone: 'primary',
    },
    recount: {
      call: {
        name: 'site_survey_recount',
        path: '/v1/survey/site/{id}/recount',
        label: { en: 'Count the rounds of a survey anew', zh: '重新计算勘察轮次' },
      },
      roles: staff,
      label: { en: 'Recount', zh: '重新计数' },
      input: { round: integer({ ...round, required: true }) },
    },
  },
  notices: {
    create: { to: 'surveyor_id', text: { en: 'Survey {code} is yours', zh: '勘察 {code} 由您负责' } },
    plan: {
      to: ['surveyor_id', { role: 'Enterprise', of: 'enterprise_id', when: { urgent: true } }],
      text: { en: 'Survey {code} at {customer} is planned', zh: '{customer} 的勘察 {code} 已排期' },
      values: { customer: 'enterprise.name' },
    },
    postpone: { to: { role: 'GeneralAdmin' }, text: { en: 'Survey {code} is postponed', zh: '勘察 {code} 已推迟' } },
  },
  list: {
    columns: [
      'code',
      'serial',
      'enterprise_id',
      'product_id',
      'surveyor_id',
      'grade_id',
      'method',
      'urgent',
      'visit_at',
      'cost',
      'round',
      'place.city',
      'devices',
      'floors',
      'helpers',
      'tags',
      'days_left',
      'findings',
      'status',
      'contact',
    ],
    optional: ['contact', 'devices', 'floors', 'helpers', 'tags'],
    filters: [
      'status',
      'grade_id',
      'method',
      'urgent',
      'enterprise_id',
      'product_id',
      'surveyor_id',
      'round',
      'origin',
    ],
    search: ['code', 'summary', 'contact', 'phone', 'enterprise.name', 'product.code'],
    range: 'visit_at',
    sort: '-visit_at',
    sorts: ['until', 'initials'],
    totals: ['cost', 'round', 'crew'],
    groups: ['status', 'method', 'urgent', 'visit_at'],
    narrow: {
      found: boolean({ label: { en: 'With findings', zh: '有发现' } }),
      within_days: integer({ label: { en: 'Visit within days', zh: '几天内到场' }, max: 999 }),
    },
  },
  form: [
    ['code', 'serial'],
    ['enterprise_id', 'product_id'],
    ['method', 'grade_id'],
    'reason',
    ['visit_at', 'until'],
    ['currency', 'cost'],
    ['round', 'urgent'],
    'surveyor_id',
    ['contact', 'phone'],
    'summary',
    ['initials', 'origin'],
    ['place.city', 'place.floor'],
    ['place.indoor', 'place.lift'],
    ['place.mail', 'place.phone'],
    ['place.fee', 'place.open_at'],
    ['place.product', 'parking.spots'],
    'place.note',
    'tags',
    'devices',
    ['floors', 'helpers'],
    ['gate_code', 'remark'],
    'password',
  ],
  screens: [
    {
      path: '/survey',
      roles,
      label: { en: 'Site surveys', zh: '现场勘察' },
      menu: { group: 'authorization', order: 58, icon: 'link', hiddenWhen: { visible: true } },
    },
    {
      path: '/survey/remote',
      roles: staff,
      label: { en: 'Remote surveys', zh: '远程勘察' },
      menu: { order: 59 },
      only: { method: 'remote' },
      preset: { method: 'remote', currency: 'JPY' },
      choices: { grade_id: [1] },
      columns: ['code', 'enterprise_id', 'visit_at', 'cost', 'status'],
      filters: ['status', 'grade_id'],
      required: ['grade_id', 'place.floor'],
      form: [
        'code',
        'enterprise_id',
        ['visit_at', 'grade_id'],
        ['place.city', 'place.floor'],
        ['cost', 'gate_code'],
        'password',
      ],
    },
  ],
  within: [
    { entity: 'enterprise', by: 'enterprise_id', roles: staff },
    { entity: 'project', roles: ['Enterprise'] },
  ],
  reachedBy: [{ operations: ['call_off'], roles: ['Enterprise'], from: '/dashboard' }],
  samples: [
    {
      ...{ code: 'SV-1', enterprise_id: 1, method: 'visit', visit_at: '2030-05-01T08:00:00Z', password: 'open sesame' },
      ...{ about: { product: 1 }, sheet: { serial: 'S-1', place: { city: 'Berlin', floor: -2, indoor: true } } },
      ...{
        gate_code: 'G-1',
        urgent: true,
        cost: 123_456,
        tags: ['dock'],
        devices: [{ name: 'Crane', count: 2 }],
        grade_id: 3,
      },
      ...{ remark: 'Ring twice', contact: 'gate@a.example', origin: 'fair' },
    },
    {
      ...{
        code: 'SV-2',
        enterprise_id: 3,
        method: 'remote',
        visit_at: '2030-06-01T08:00:00Z',
        password: 'open sesame',
      },
      ...{ sheet: { place: { city: '上海' } }, currency: 'JPY', cost: 5000, round: -3, gate_code: 'G-2' },
    },
  ],
});
