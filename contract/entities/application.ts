import { admins, everything, me } from '../access.ts';
import { applicationSources, applicationStates } from '../choices/application.ts';
import { defineEntity } from '../entity.ts';
import { choice, dateTime, integer, list, longText, object, reference } from '../field.ts';
import { assignment } from './assignment.ts';

const comment = longText({ label: { en: 'Comment', zh: '备注' }, max: 500 });
const filers = ['SuperAdmin', 'GeneralAdmin', 'Subordinate'] as const;

/** A sub-user's (or a visitor's) wish for licences, which the enterprise serves from its orders (B16, C15). */
export const application = defineEntity({
  name: 'application',
  path: 'allocation',
  label: { en: 'Application', zh: '许可申请' },
  labels: { en: 'Applications', zh: '许可申请' },
  title: 'id',
  icon: 'application',
  fields: {
    source: choice(applicationSources, { label: { en: 'Source', zh: '来源' }, createOnly: true, write: admins }),
    status: choice(applicationStates, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Enterprise', zh: '企业' },
      readOnly: true,
      read: ['SuperAdmin', 'GeneralAdmin', 'SalesMan'],
      as: 'enterprise',
      embed: ['id', 'name'],
    }),
    project_id: reference('project', {
      label: { en: 'Project', zh: '项目' },
      required: true,
      as: 'project',
      embed: ['id', 'name'],
      where: { status: 1, enabled: true },
    }),
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      readOnly: true,
      as: 'product',
      embed: ['id', 'name', 'code', 'metering', 'unit', 'deployment', 'category'],
    }),
    hosts: integer({ label: { en: 'Quantity', zh: '数量' }, required: true, min: 1, max: 1_000_000 }),
    mails: { ...assignment.fields.mails, write: filers },
    comment,
    reply: longText({ label: { en: 'Reply', zh: '答复' }, readOnly: true, max: 500 }),
    user_id: reference('user', {
      label: { en: 'Applicant', zh: '申请人' },
      readOnly: true,
      as: 'user',
      embed: ['id', 'name', 'nick_name'],
    }),
    decided_at: dateTime({ label: { en: 'Decided at', zh: '处理时间' }, readOnly: true }),
    assignments: list(object({}, { label: { en: 'Licence', zh: '许可' } }), {
      label: { en: 'Licences', zh: '许可' },
      computed: true,
      readOnly: true,
    }),
  },
  access: {
    list: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'],
    create: filers,
    edit: ['Subordinate'],
    remove: ['Subordinate'],
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { enterprise_id: { sales_user_id: me('id') } },
      Enterprise: { enterprise_id: me('enterprise_id') },
      Subordinate: { user_id: me('id') },
    },
  },
  editWhile: { status: 0 },
  removeWhile: { status: 0 },
  lifecycle: {
    field: 'status',
    transitions: {
      withdraw: {
        from: [0],
        to: 8,
        roles: ['Subordinate'],
        label: { en: 'Withdraw', zh: '撤回' },
        tone: 'danger',
      },
    },
  },
  list: {
    columns: ['project_id', 'product_id', 'hosts', 'source', 'status', 'user_id', 'created_at'],
    filters: ['status', 'source', 'project_id', 'product_id'],
    search: ['project.name', 'product.name', 'comment'],
    range: 'created_at',
    sort: '-created_at',
  },
  form: ['source', ['project_id', 'hosts'], ['mails.project_mail', 'mails.sub_user_mail'], 'mails.others', 'comment'],
  within: [
    { entity: 'assignment', roles: ['Enterprise'] },
    { entity: 'project', by: 'project_id', roles: admins },
  ],
  screens: [
    {
      path: '/authorization/application',
      roles: ['Subordinate'],
      label: { en: 'Applications', zh: '许可申请' },
      menu: { group: 'authorization', order: 54 },
    },
  ],
});
