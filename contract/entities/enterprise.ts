import { enterpriseTypes, reviewStates } from '../choices/enterprise.ts';
import { admins, enterpriseRows, me, staff, staffAndEnterprise } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, list, mail, object, phone, reference, text } from '../schema/field/field.ts';
import { comment, salesColumns } from './shared/sharedFields.ts';

/** A customer. It is reviewed once (B12), has a sales owner, and orders products. */
export const enterprise = defineEntity({
  name: 'enterprise',
  label: { en: 'Enterprise', zh: '企业' },
  labels: { en: 'Enterprises', zh: '企业' },
  title: 'name',
  icon: 'enterprise',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, unique: true, max: 100 }),
    code: text({
      label: { en: 'Code', zh: '编码' },
      required: true,
      unique: true,
      matches: 'letters',
      min: 2,
      max: 20,
      hint: { en: '2 to 20 letters', zh: '2 到 20 个英文字母' },
    }),
    social_credit_code: text({ label: { en: 'Social credit code', zh: '统一社会信用代码' }, max: 30, code: true }),
    type: choice(enterpriseTypes, { label: { en: 'Type', zh: '类型' }, default: 1 }),
    status: choice(reviewStates, { label: { en: 'Review', zh: '审核状态' }, default: 0, readOnly: true }),
    sales_user_id: reference('user', {
      label: { en: 'Sales owner', zh: '销售负责人' },
      as: 'sales',
      embed: salesColumns,
      alsoAs: { sales_name: 'nick_name' },
      where: { role_id: 3 },
      read: staff,
      write: admins,
      default: me('id'),
    }),
    contact_man: text({ label: { en: 'Contact person', zh: '联系人' }, max: 50 }),
    contact_mail: mail({ label: { en: 'Contact e-mail', zh: '联系邮箱' } }),
    contact_phone: phone({ label: { en: 'Contact phone', zh: '联系电话' } }),
    comment,
    products: list(object({}, { label: { en: 'Product', zh: '产品' } }), {
      label: { en: 'Related products', zh: '相关产品' },
      computed: true,
      readOnly: true,
      detailOnly: true,
    }),
    creator_id: reference('user', {
      label: { en: 'Creator', zh: '创建人' },
      readOnly: true,
      default: me('id'),
      read: staff,
    }),
  },
  access: {
    list: staff,
    get: staffAndEnterprise,
    create: staff,
    edit: staff,
    remove: admins,
    rows: enterpriseRows(),
  },
  lifecycle: {
    field: 'status',
    transitions: {
      approve: {
        from: [0, 9],
        to: 1,
        roles: admins,
        label: { en: 'Approve', zh: '通过' },
        done: { en: 'approved', zh: '已通过审核' },
        confirm: {
          en: 'The enterprise can then place orders. Its code can no longer be changed.',
          zh: '通过审核后，该企业即可下单，编码不能再修改。',
        },
        tone: 'primary',
      },
      reject: {
        from: [0],
        to: 9,
        roles: admins,
        label: { en: 'Reject', zh: '拒绝' },
        done: { en: 'rejected', zh: '未通过审核' },
        confirm: {
          en: 'The enterprise cannot place orders until it is approved. You can still approve it later.',
          zh: '该企业在通过审核前不能下单；您之后仍可通过审核。',
        },
        tone: 'danger',
      },
    },
  },
  metrics: {
    to_review: {
      label: { en: 'Enterprises to review', zh: '待审核企业' },
      roles: admins,
      order: 40,
      only: { status: 0 },
      since: 'created_at',
    },
  },
  queue: {
    to_review: {
      label: { en: 'Enterprises to review', zh: '待审核企业' },
      roles: admins,
      order: 20,
      only: { status: 0 },
      since: 'created_at',
      steps: ['approve', 'reject'],
      shows: ['code', 'type', 'sales_user_id'],
    },
  },
  list: {
    columns: ['name', 'code', 'type', 'status', 'sales_user_id', 'contact_man', 'created_at'],
    card: ['type', 'sales_user_id', 'contact_man'],
    filters: ['status', 'type', 'sales_user_id'],
    search: ['name', 'code', 'contact_man', 'contact_mail'],
    range: 'created_at',
    empty: {
      everyone: {
        en: 'Add the first enterprise, then a user who places its orders.',
        zh: '请先新建企业，再为其新建下单用户。',
      },
      SalesMan: {
        en: 'Add your first enterprise. It can place orders once it is approved.',
        zh: '请新建您的第一家企业，通过审核后即可下单。',
      },
    },
  },
  detail: {
    summary: ['name', 'code', 'type', 'status', 'sales_user_id', 'contact_man', 'contact_mail', 'contact_phone'],
    tabs: ['order', 'project', 'assignment', 'user', 'enterprise_product'],
  },
  timeline: {
    events: {
      approve: { label: { en: 'Approved', zh: '已通过' }, tone: 'good' },
      reject: { label: { en: 'Rejected', zh: '已拒绝' } },
    },
    parts: {
      products: {
        entity: 'enterprise_product',
        by: 'enterprise_id',
        names: 'product.name',
        roles: staff,
        dates: { granted: { at: 'created_at', label: { en: 'May order', zh: '可订购' } } },
      },
    },
  },
  import: true,
  embeddedIn: [{ entity: 'user', by: 'sales_user_id', roles: admins, when: { role_id: 3 } }],
  form: [
    ['name', 'code'],
    ['type', 'sales_user_id'],
    'social_credit_code',
    ['contact_man', 'contact_phone'],
    'contact_mail',
    'comment',
  ],
  screens: [
    {
      path: '/enterprise',
      roles: staff,
      menu: { order: 20 },
    },
  ],
});
