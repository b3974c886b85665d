import { applicationSources, applicationStates } from '../choices/application.ts';
import { admins, me, roles, rowsByEnterprise, staff, staffAndEnterprise } from '../schema/access.ts';
import type { ActionEndpointDeclaration } from '../schema/action.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, dateTime, integer, list, longText, object, reference } from '../schema/field/field.ts';
import type { NoticeDeclaration } from '../schema/notice.ts';
import { now } from '../schema/now.ts';
import { assignment } from './assignment.ts';
import { orderShares } from './shared/orderShares.ts';
import { recipientRule } from './shared/recipients.ts';
import { comment, productColumns } from './shared/sharedFields.ts';

const filers = ['SuperAdmin', 'GeneralAdmin', 'Subordinate'] as const;

const decides = ['Enterprise'] as const;
const reply = longText({ label: { en: 'Reply', zh: '答复' }, max: 500 });
const waits = [{ holds: { status: 0 }, otherwise: 'wrong_state' }] as const;
const decision = {
  name: 'allocation_approve',
  path: '/v1/allocation/approve/{id}',
  label: {
    en: 'Approve or reject an application; on approval, licences are allocated from the available orders',
    zh: '审批申请；通过后自动从可用订单分配',
  },
  which: {
    status: choice(
      [
        { id: 1, label: { en: 'Approve', zh: '通过' } },
        { id: 9, label: { en: 'Reject', zh: '拒绝' } },
      ],
      { label: { en: 'Decision', zh: '审批结果' }, required: true },
    ),
  },
} satisfies ActionEndpointDeclaration;
const toApplicant = { to: 'user_id', values: { project: 'project.name' } } satisfies Partial<NoticeDeclaration>;
const approved = { en: 'Your application for {project} has been approved', zh: '您为项目 {project} 提交的申请已通过' };
const served = { status: 1, decided_at: now } as const;

/** A request of a sub-user or a visitor for licences, which the enterprise fulfils from its orders (B16, C15). */
export const application = defineEntity({
  name: 'application',
  migrate: { renamedFrom: 'allocation' },
  path: 'allocation',
  label: { en: 'Application', zh: '许可申请' },
  labels: { en: 'Applications', zh: '许可申请' },
  title: ['project.name', 'product.name'],
  icon: 'application',
  fields: {
    source: choice(applicationSources, { label: { en: 'Source', zh: '来源' }, createOnly: true, write: admins }),
    status: choice(applicationStates, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Enterprise', zh: '企业' },
      readOnly: true,
      read: staff,
      embed: ['id', 'name'],
    }),
    project_id: reference('project', {
      label: { en: 'Project', zh: '项目' },
      required: true,
      embed: ['id', 'name', 'product.metering', 'product.unit'],
      where: { status: 1, enabled: true },
    }),
    product_id: reference('product', { label: { en: 'Product', zh: '产品' }, readOnly: true, embed: productColumns }),
    hosts: integer({
      label: { en: 'Quantity', zh: '数量' },
      // The form asks for the project, which determines the product.
      unitOf: 'project.product',
      required: true,
      min: 1,
      max: 1_000_000,
    }),
    mails: { ...assignment.fields.mails, write: filers },
    comment,
    reply: longText({ label: { en: 'Reply', zh: '答复' }, readOnly: true, max: 500 }),
    user_id: reference('user', {
      label: { en: 'Applicant', zh: '申请人' },
      readOnly: true,
      where: { role_id: [4, 5] },
    }),
    decided_at: dateTime({ label: { en: 'Decided at', zh: '审批时间' }, readOnly: true }),
    assignments: list(object({}, { label: { en: 'Licence', zh: '许可' } }), {
      label: { en: 'Licences', zh: '许可' },
      computed: true,
      readOnly: true,
    }),
  },
  rules: [recipientRule],
  access: {
    list: roles,
    create: filers,
    edit: ['Subordinate'],
    remove: ['Subordinate'],
    rows: {
      ...rowsByEnterprise,
      Subordinate: { user_id: me('id') },
    },
  },
  editWhile: { status: 0 },
  editOtherwise: { en: 'Only a pending application can be changed', zh: '仅可修改待审批的申请' },
  removeWhile: { status: 0 },
  removeOtherwise: { en: 'Only a pending application can be deleted', zh: '仅可删除待审批的申请' },
  lifecycle: {
    field: 'status',
    transitions: {
      withdraw: {
        from: [0],
        to: 8,
        roles: ['Subordinate'],
        label: { en: 'Withdraw', zh: '撤回' },
        done: { en: 'withdrawn', zh: '已撤回' },
        confirm: {
          en: 'The application will no longer be considered. You can submit another one.',
          zh: '该申请将不再审批；您可以另行提交申请。',
        },
        tone: 'danger',
      },
    },
  },
  actions: {
    approve: {
      endpoint: decision,
      roles: decides,
      label: { en: 'Approve', zh: '通过' },
      done: { en: 'approved', zh: '已通过' },
      sends: { status: 1 },
      assign: served,
      input: { comment: reply },
      when: waits,
      tone: 'primary',
      confirm: {
        en: 'Approve this application ({hosts})? Licences are allocated from the available orders, starting with those that expire first.',
        zh: '确认通过该申请（{hosts}）？将从可用订单分配，先到期的订单优先。',
      },
    },
    serve: {
      endpoint: {
        name: 'allocation_assignment_create',
        path: '/v1/allocation_assignment',
        label: { en: 'Approve an application, with chosen orders', zh: '从所选订单为申请分配许可' },
        idIn: 'allocation_id',
        answers: { entity: 'assignment', by: 'allocation_id' },
      },
      roles: decides,
      label: { en: 'Choose orders', zh: '选择订单' },
      done: { en: 'approved', zh: '已通过' },
      assign: served,
      input: { orders: orderShares, comment: reply },
      when: waits,
      tone: 'primary',
      audit: 'approve',
      event: 'application.approved',
    },
    reject: {
      endpoint: decision,
      roles: decides,
      label: { en: 'Reject', zh: '拒绝' },
      done: { en: 'rejected', zh: '已拒绝' },
      sends: { status: 9 },
      assign: { status: 9, decided_at: now },
      input: { comment: reply },
      when: waits,
      confirm: {
        en: 'This closes the application. The applicant is notified, with your reply.',
        zh: '该申请将就此结束，系统会通知申请人，并附上您的答复。',
      },
      tone: 'danger',
    },
  },
  notices: {
    approve: { ...toApplicant, text: approved },
    serve: { ...toApplicant, text: approved },
    reject: {
      ...toApplicant,
      text: { en: 'Your application for {project} has been rejected', zh: '您为项目 {project} 提交的申请已被拒绝' },
    },
  },
  metrics: {
    applications: {
      label: { en: 'Pending applications', zh: '待审批申请' },
      roles: decides,
      order: 20,
      only: { status: 0 },
      since: 'created_at',
    },
    own_applications: {
      label: { en: 'My pending applications', zh: '我的待审批申请' },
      roles: ['Subordinate'],
      order: 10,
      only: { status: 0 },
      since: 'created_at',
    },
    own_approved: {
      label: { en: 'My approved applications', zh: '我的已通过申请' },
      roles: ['Subordinate'],
      order: 11,
      only: { status: 1 },
    },
  },
  queue: {
    to_decide: {
      label: { en: 'Applications to approve', zh: '待审批申请' },
      roles: decides,
      order: 30,
      only: { status: 0 },
      since: 'created_at',
      steps: ['approve', 'serve', 'reject'],
      shows: ['hosts', 'user_id'],
    },
  },
  list: {
    columns: ['project_id', 'product_id', 'hosts', 'source', 'status', 'user_id', 'created_at'],
    identifies: ['project_id', 'product_id', 'created_at'],
    filters: ['status', 'source', 'project_id', 'product_id', 'user_id'],
    search: ['project.name', 'product.name', 'comment'],
    range: 'created_at',
    empty: {
      Enterprise: {
        en: 'Applications from your sub-users and from the application links of your projects appear here.',
        zh: '子用户的申请，以及通过项目申请链接提交的申请会显示在这里。',
      },
      Subordinate: {
        en: 'Apply for licences for one of your projects. Your enterprise approves the application.',
        zh: '请为您的项目申请许可，由所属企业审批。',
      },
    },
  },
  form: ['source', ['project_id', 'hosts'], ['mails.project_mail', 'mails.sub_user_mail'], 'mails.others', 'comment'],
  timeline: {
    events: {
      create: { of: ['create', 'apply'], label: { en: 'Applied', zh: '提交申请' }, comment: 'comment' },
      approve: { label: { en: 'Approved', zh: '已通过' }, tone: 'good', comment: 'reply' },
      reject: { label: { en: 'Rejected', zh: '已拒绝' }, comment: 'reply' },
      withdraw: { label: { en: 'Withdrawn', zh: '已撤回' }, tone: 'neutral' },
    },
    parts: {
      licences: {
        entity: 'assignment',
        by: 'allocation_id',
        names: 'order.code',
        counts: 'hosts',
        only: ['allocate', 'issue', 'issue_failed', 'withdraw'],
      },
    },
  },
  embeddedIn: [
    { entity: 'assignment', roles: ['Enterprise'] },
    { entity: 'project', by: 'project_id', roles: staffAndEnterprise },
    { entity: 'user', by: 'user_id', roles: staffAndEnterprise, when: { role_id: 5 } },
  ],
  screens: [
    {
      path: '/authorization/application',
      roles: ['Subordinate'],
      menu: { group: 'authorization', order: 54 },
    },
  ],
});
