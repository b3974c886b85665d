import { projectStates, transferStates } from '../choices/project.ts';
import {
  admins,
  customers,
  me,
  roles,
  rowsByEnterprise,
  staff,
  staffAndEnterprise,
  through,
} from '../schema/access.ts';
import type { ActionEndpointDeclaration } from '../schema/action.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, dateTime, mail, object, reference, text } from '../schema/field/field.ts';
import { approved, comment, productColumns } from './shared/sharedFields.ts';

const owners = ['SuperAdmin', 'GeneralAdmin', 'Enterprise'] as const;

const relocation = {
  name: 'project_relocation',
  path: '/v1/project/relocation/{id}',
  label: { en: 'Move a project to another sub-user, or to another enterprise', zh: '转移项目到其他子用户或企业' },
} satisfies ActionEndpointDeclaration;
const filters = ['product_id', 'status', 'enterprise_id', 'expired_at'] as const;
const move = { en: 'Move', zh: '转移' };

/** A customer's installation of one product. Licences are allocated to it (B15). */
export const project = defineEntity({
  name: 'project',
  label: { en: 'Project', zh: '项目' },
  labels: { en: 'Projects', zh: '项目' },
  title: 'name',
  icon: 'project',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 100 }),
    code: text({ label: { en: 'Code', zh: '编码' }, max: 40, code: true }),
    enterprise_id: reference('enterprise', {
      fixedFor: customers,
      label: { en: 'Enterprise', zh: '企业' },
      embed: ['id', 'name'],
      onDelete: 'restrict',
      write: admins,
      createOnly: true,
      where: approved,
      default: me('enterprise_id'),
    }),
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      required: true,
      createOnly: true,
      embed: productColumns,
    }),
    mail: mail({ label: { en: 'Project e-mail', zh: '项目邮箱' } }),
    license_key: text({
      label: { en: 'Licence key', zh: '许可码' },
      max: 100,
      exact: true,
      key: true,
      hint: { en: 'Shown by the installed product', zh: '由已安装的产品显示' },
    }),
    failback_key: text({ label: { en: 'Failback key', zh: '回切码' }, max: 100, key: true }),
    sub_user_id: reference('user', {
      label: { en: 'Sub-user', zh: '子用户' },
      where: { role_id: 5 },
    }),
    enabled: boolean({ label: { en: 'Enabled', zh: '启用' }, default: true }),
    status: choice(projectStates, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true }),
    transfer_status: choice(transferStates, { label: { en: 'Transfer', zh: '转移状态' }, default: 0, readOnly: true }),
    customer_po: text({ label: { en: 'Customer PO', zh: '客户采购单号' }, max: 60, code: true }),
    huawei_cloud_code: text({ label: { en: 'Huawei Cloud code', zh: '华为云编码' }, max: 60, code: true }),
    expired_at: dateTime({ label: { en: 'Licensed until', zh: '许可有效期至' }, readOnly: true }),
    params: object(
      { saas_name: text({ label: { en: 'SaaS name', zh: 'SaaS 名称' }, max: 100 }) },
      { label: { en: 'Details', zh: '详细信息' } },
    ),
    comment,
  },
  unique: [['product_id', 'license_key']],
  access: {
    list: roles,
    create: owners,
    edit: owners,
    remove: owners,
    rows: {
      ...rowsByEnterprise,
      Subordinate: {
        anyOf: [{ sub_user_id: me('id') }, { id: through('assignment', 'project_id', { sub_user_id: me('id') }) }],
      },
    },
  },
  lifecycle: {
    field: 'status',
    transitions: {
      activate: {
        from: [0, 8],
        to: 1,
        roles: owners,
        label: { en: 'Activate', zh: '生效' },
        done: { en: 'activated', zh: '已生效' },
        confirm: { en: 'Licences can then be allocated to the project.', zh: '生效后即可为该项目分配许可。' },
        tone: 'primary',
      },
      close: {
        from: [0, 1],
        to: 8,
        roles: owners,
        label: { en: 'Close', zh: '关闭' },
        done: { en: 'closed', zh: '已关闭' },
        confirm: {
          en: 'No licences can be allocated to the project while it is closed. Its active licences stay valid, and you can activate it again.',
          zh: '关闭期间不能再为该项目分配许可；有效的许可不受影响。项目可重新生效。',
        },
        tone: 'danger',
      },
    },
  },
  actions: {
    reassign: {
      endpoint: relocation,
      roles: ['Enterprise'],
      label: move,
      done: { en: 'moved', zh: '已转移' },
      input: {
        sub_user_id: reference('user', {
          label: { en: 'Sub-user', zh: '子用户' },
          where: { role_id: 5 },
          hint: { en: 'Leave empty to keep it with the enterprise', zh: '留空则由企业自行管理' },
        }),
      },
      prefilled: ['sub_user_id'],
      assign: { transfer_status: 2 },
      audit: 'relocate',
    },
    relocate: {
      endpoint: relocation,
      roles: admins,
      label: move,
      done: { en: 'moved', zh: '已转移' },
      input: {
        enterprise_id: reference('enterprise', {
          label: { en: 'Enterprise', zh: '企业' },
          required: true,
          where: approved,
          hint: {
            en: 'It must have the product. A project with active licences cannot be moved',
            zh: '目标企业须已拥有该产品；仍有有效许可的项目不能转移',
          },
        }),
      },
      assign: { sub_user_id: null, transfer_status: 2 },
    },
  },
  list: {
    columns: [
      'name',
      'code',
      'enterprise_id',
      'product_id',
      'mail',
      'license_key',
      'sub_user_id',
      'status',
      'expired_at',
      'created_at',
    ],
    optional: ['code', 'sub_user_id', 'created_at'],
    identifies: ['name', 'product_id'],
    card: ['enterprise_id', 'product_id', 'license_key', 'expired_at'],
    filters: [...filters, 'sub_user_id'],
    search: ['name', 'code', 'mail', 'license_key'],
    range: 'created_at',
    empty: {
      Enterprise: {
        en: 'Licences are issued for projects. Create the first one for a product that you order.',
        zh: '许可按项目签发。请先为要订购的产品新建项目。',
      },
      SalesMan: {
        en: 'Projects of your enterprises appear here. You can create the first one for them.',
        zh: '您名下企业的项目会显示在这里，您可以为其新建。',
      },
    },
    parameters: {
      effectuate: boolean({ label: { en: 'Active and enabled', zh: '已生效且启用' } }),
      test: boolean({ label: { en: 'Test project', zh: '测试项目' } }),
    },
  },
  form: [
    'enterprise_id',
    ['name', 'code'],
    ['product_id', 'mail'],
    ['license_key', 'failback_key'],
    ['sub_user_id', 'params.saas_name'],
    ['customer_po', 'huawei_cloud_code'],
    'enabled',
    'comment',
  ],
  detail: {
    summary: ['name', 'enterprise_id', 'product_id', 'status', 'license_key', 'expired_at', 'sub_user_id', 'mail'],
    tabs: ['assignment', 'order', 'application'],
  },
  timeline: {
    events: {
      activate: { label: { en: 'Activated', zh: '生效' }, tone: 'good' },
      close: { label: { en: 'Closed', zh: '关闭' } },
      relocate: { of: ['relocate'], label: { en: 'Moved', zh: '转移' } },
    },
    dates: { licensed: { at: 'expired_at' } },
    parts: {
      licences: {
        entity: 'assignment',
        by: 'project_id',
        names: 'order.code',
        counts: 'hosts',
        only: ['issue', 'issue_failed', 'withdraw'],
      },
    },
  },
  embeddedIn: [
    { entity: 'enterprise', by: 'enterprise_id', roles: staff },
    { entity: 'user', by: 'sub_user_id', roles: staffAndEnterprise, when: { role_id: 5 } },
  ],
  screens: [
    {
      path: '/authorization/project',
      roles: owners,
      menu: { group: 'authorization', order: 51 },
      filters,
    },
    {
      path: '/test_project',
      roles: admins,
      label: { en: 'Test projects', zh: '测试项目' },
      menu: { order: 40, icon: 'test' },
      only: { test: 'true' },
      filters,
      columns: ['name', 'enterprise_id', 'product_id', 'license_key', 'status', 'expired_at', 'created_at'],
    },
  ],
});
