import { assignmentStates, declineReasons, reminderDays, taskStates, useReasons } from '../choices/assignment.ts';
import { sendFlags } from '../choices/mail.ts';
import { admins, me, roles, rowsByEnterprise, staff, staffAndEnterprise } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, dateTime, integer, object, reference, text } from '../schema/field/field.ts';
import { before, now, within } from '../schema/now.ts';
import { ownComment, recipients, subUser } from './shared/allocation.ts';
import { recipientRule } from './shared/recipients.ts';
import { comment } from './shared/sharedFields.ts';

const holders = ['Enterprise', 'Subordinate'] as const;
const owners = ['Enterprise'] as const;
/** Only the roles that hold a licence read its text. */
const secretOfHolders = { readOnly: true, encrypted: true, read: holders } as const;
const readers = [...staff, ...owners] as const;
/** They may say that a licence will not be renewed. */
const declining = ['SalesMan', 'Enterprise'] as const;
/** They may accept that more is used than was bought; the enterprise may not say so of itself. */
const accepting = ['GeneralAdmin', 'SalesMan'] as const;
const usedAboveBought = { en: 'Used above bought', zh: '用量超出购买数量' };

/** Hosts of an order that are allocated to a project, with the task that issues their licence (B17, C4, C6). */
export const assignment = defineEntity({
  name: 'assignment',
  label: { en: 'Licence', zh: '许可' },
  labels: { en: 'Licences', zh: '许可' },
  title: ['project.name', 'order.code'],
  icon: 'licence',
  fields: {
    order_id: reference('order', {
      label: { en: 'Order', zh: '订单' },
      readOnly: true,
      required: true,
      embed: [
        'id',
        'code',
        'category_id',
        'use_period',
        'params.service_type',
        'product.id',
        'product.name',
        'product.code',
        'product.category',
      ],
    }),
    project_id: reference('project', {
      label: { en: 'Project', zh: '项目' },
      readOnly: true,
      required: true,
      embed: [
        'id',
        'name',
        'params.saas_name',
        'product.id',
        'product.name',
        'product.unit',
        'product.metering',
        'product.category',
      ],
      alsoAs: { project_expired_at: 'expired_at' },
    }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Enterprise', zh: '企业' },
      readOnly: true,
      required: true,
      read: staff,
      embed: ['id', 'name'],
    }),
    allocation_id: reference('application', {
      embed: [],
      label: { en: 'Application', zh: '许可申请' },
      readOnly: true,
    }),
    user_id: reference('user', { label: { en: 'Allocated by', zh: '分配人' }, readOnly: true, hidden: true }),
    hosts: integer({
      label: { en: 'Quantity', zh: '数量' },
      unitOf: 'project.product',
      readOnly: true,
      required: true,
      min: 1,
    }),
    content_hosts: integer({
      label: { en: 'Hosts', zh: '主机数' },
      computed: true,
      readOnly: true,
      readPath: 'content.hosts',
    }),
    content_value: integer({
      label: { en: 'Amount', zh: '数量' },
      computed: true,
      readOnly: true,
      readPath: 'content.value',
    }),
    status: choice(assignmentStates, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true }),
    sub_user_id: subUser,
    mails: recipients,
    params: object(
      {
        send_flag: choice(sendFlags, { label: { en: 'Send type', zh: '发送类型' }, readOnly: true }),
        saas_user: text({ label: { en: 'SaaS user', zh: 'SaaS 用户' }, max: 100 }),
      },
      { label: { en: 'Details', zh: '详细信息' }, readOnly: true },
    ),
    comment: ownComment,
    lic_key: text({ label: { en: 'Licence key', zh: '许可码' }, readOnly: true, max: 100, code: true }),
    lic_secret: text({ label: { en: 'Licence', zh: '许可内容' }, ...secretOfHolders }),
    failback_key: text({ label: { en: 'Failback key', zh: '回切码' }, readOnly: true, max: 100, code: true }),
    failback_secret: text({ label: { en: 'Failback licence', zh: '回切许可' }, ...secretOfHolders }),
    issued_at: dateTime({ label: { en: 'Issued at', zh: '签发时间' }, readOnly: true }),
    expired_at: dateTime({ label: { en: 'Expires at', zh: '到期时间' }, readOnly: true }),
    revoked_at: dateTime({ label: { en: 'Withdrawn at', zh: '撤销时间' }, readOnly: true, hidden: true }),
    declined_at: dateTime({
      label: { en: 'Renewal declined at', zh: '放弃续订时间' },
      readOnly: true,
      detailOnly: true,
    }),
    decline_reason: choice(declineReasons, {
      label: { en: 'Why it is not renewed', zh: '不续订的原因' },
      readOnly: true,
      detailOnly: true,
    }),
    decline_comment: text({
      label: { en: 'More on the reason', zh: '原因说明' },
      readOnly: true,
      detailOnly: true,
      max: 200,
    }),
    // How much more is used than was bought: server/domain/licence/usedAbove.ts.
    used_above: integer({
      label: usedAboveBought,
      unitOf: 'project.product',
      default: 0,
      min: 0,
      readOnly: true,
    }),
    // Empty while nothing is used above what was bought, and once that was accepted.
    above_since: dateTime({ label: { en: 'Used above since', zh: '超量起始时间' }, readOnly: true }),
    above_accepted: integer({
      label: { en: 'Accepted above', zh: '已接受的超量' },
      unitOf: 'project.product',
      min: 1,
      readOnly: true,
      detailOnly: true,
      read: staff,
    }),
    above_reason: choice(useReasons, {
      label: { en: 'Why it is accepted', zh: '接受超量的原因' },
      readOnly: true,
      detailOnly: true,
      read: staff,
    }),
    above_comment: text({
      label: { en: 'More on why it is accepted', zh: '接受超量的说明' },
      readOnly: true,
      detailOnly: true,
      max: 200,
      read: staff,
    }),
    can_activate: boolean({
      label: { en: 'Is activated on machines', zh: '须在设备上激活' },
      computed: true,
      readOnly: true,
      detailOnly: true,
    }),
    // True once a machine has activated it: the record then has the list of machines.
    activated: boolean({
      label: { en: 'Activated', zh: '已激活' },
      default: false,
      readOnly: true,
      detailOnly: true,
    }),
    task_uuid: text({
      label: { en: 'Task', zh: '任务' },
      readOnly: true,
      unique: 'ever',
      readPath: 'task.uuid',
      max: 36,
    }),
    task_status: choice(taskStates, {
      label: { en: 'Issuance', zh: '签发状态' },
      readOnly: true,
      readPath: 'task.status',
    }),
    task_result: text({ label: { en: 'Result', zh: '签发结果' }, readOnly: true, readPath: 'task.result', max: 2000 }),
    task_started_at: dateTime({ label: { en: 'Issuing started', zh: '签发开始' }, readOnly: true, hidden: true }),
    language: text({ label: { en: 'Language', zh: '语言' }, readOnly: true, hidden: true, max: 5 }),
    jti: text({ label: { en: 'Licence ID', zh: '许可编号' }, readOnly: true, unique: 'ever', max: 36 }),
    claims: object({}, { label: { en: 'Claims', zh: '声明' }, readOnly: true, hidden: true }),
  },
  rules: [recipientRule],
  access: {
    list: roles,
    create: ['Enterprise'],
    edit: ['SuperAdmin', 'GeneralAdmin', 'Enterprise'],
    remove: ['SuperAdmin', 'GeneralAdmin', 'Enterprise'],
    rows: {
      ...rowsByEnterprise,
      Subordinate: { sub_user_id: me('id') },
    },
    storedScope: true,
  },
  removeWhile: { status: 0 },
  removeOtherwise: { en: 'Only a pending allocation can be deleted', zh: '仅可删除待分配的记录' },
  lifecycle: {
    field: 'status',
    transitions: {
      cancel: {
        from: [0],
        to: 8,
        roles: ['Enterprise'],
        label: { en: 'Cancel', zh: '取消' },
        done: { en: 'cancelled', zh: '已取消' },
        input: { comment },
        confirm: {
          en: 'No licence will be issued for this allocation. Its quantity goes back to the order.',
          zh: '该分配将不再签发许可，其数量退回订单。',
        },
        tone: 'danger',
      },
      withdraw: {
        from: [0, 1],
        to: 8,
        roles: admins,
        label: { en: 'Withdraw', zh: '撤销' },
        done: { en: 'withdrawn', zh: '已撤销' },
        input: { comment },
        confirm: {
          en: 'The issued licence goes on the public revocation list, and its quantity stays used. This cannot be undone.',
          zh: '已签发的许可将列入公开的撤销清单，其数量不再退回。此操作无法撤回。',
        },
        tone: 'danger',
      },
    },
  },
  actions: {
    retry: {
      endpoint: {
        name: 'task_retry',
        path: '/v1/task/{uuid}/retry',
        label: { en: 'Retry issuing a failed licence', zh: '重试签发失败的许可' },
        by: 'task_uuid',
      },
      roles: [...admins, ...owners],
      label: { en: 'Retry', zh: '重试' },
      done: { en: 'is being issued again', zh: '已重新开始签发' },
      when: [{ holds: { task_status: 'failed', status: 0 }, otherwise: 'not_failed' }],
      tone: 'primary',
      confirm: { en: 'Try to issue this licence again?', zh: '确定重试签发该许可？' },
      bulk: true,
    },
    decline: {
      endpoint: {
        name: 'assignment_decline',
        path: '/v1/assignment/decline_renewal/{id}',
        label: { en: 'Say that a licence will not be renewed, and why', zh: '说明许可不再续订及其原因' },
      },
      roles: declining,
      label: { en: 'Do not renew', zh: '不再续订' },
      shownWhen: { expired_at: within('90d') },
      done: { en: 'will not be renewed', zh: '将不再续订' },
      when: [
        {
          holds: { status: 1 },
          otherwise: { en: 'Only an issued licence can be renewed or not', zh: '仅已签发的许可可选择是否续订' },
        },
        {
          holds: { declined_at: null },
          otherwise: { en: 'It was declined already', zh: '该许可已标记为不再续订' },
        },
      ],
      input: {
        decline_reason: choice(declineReasons, { label: { en: 'Reason', zh: '原因' }, required: true }),
        decline_comment: text({ label: { en: 'More on the reason', zh: '原因说明' }, max: 200 }),
      },
      assign: { declined_at: now },
      confirm: {
        en: 'Nobody is reminded of its end any more. The licence itself is valid until then, and can still be renewed.',
        zh: '系统不再发送到期提醒。许可在到期前仍然有效，仍可续订。',
      },
      bulk: true,
    },
    reconsider: {
      endpoint: {
        name: 'assignment_reconsider',
        path: '/v1/assignment/reconsider_renewal/{id}',
        label: { en: 'Take back that a licence will not be renewed', zh: '取消“不再续订”' },
      },
      roles: declining,
      label: { en: 'Consider renewal again', zh: '重新考虑续订' },
      done: { en: 'may be renewed again', zh: '已恢复续订提醒' },
      when: [
        {
          holds: { decline_reason: declineReasons.map(({ id }) => id) },
          otherwise: { en: 'Its renewal was not declined', zh: '该许可未标记为不再续订' },
        },
      ],
      assign: { declined_at: null, decline_reason: null, decline_comment: null },
      confirm: false,
    },
    accept_use: {
      endpoint: {
        name: 'assignment_accept_use',
        path: '/v1/assignment/accept_use/{id}',
        label: {
          en: 'Accept that more is used than was bought, and say why',
          zh: '接受用量超出购买数量，并说明原因',
        },
      },
      roles: accepting,
      label: { en: 'Do not order more', zh: '不补购' },
      shownWhen: { above_since: before(now) },
      done: { en: 'stays as it is', zh: '已接受超量' },
      when: [
        {
          holds: { above_since: before(now) },
          otherwise: {
            en: 'Nothing is used above what was bought, or it was accepted already',
            zh: '用量未超出购买数量，或已接受超量',
          },
        },
      ],
      input: {
        above_reason: choice(useReasons, { label: { en: 'Reason', zh: '原因' }, required: true }),
        above_comment: text({ label: { en: 'More on the reason', zh: '原因说明' }, max: 200 }),
      },
      confirm: {
        en: 'It leaves the queue, until even more is used. It can still be ordered.',
        zh: '该许可将移出待办，直至用量继续增加；之后仍可补购。',
      },
      event: 'licence.use_accepted',
    },
  },
  events: {
    // The notice by the clock has the same name; this is what webhooks call it.
    used_above: { label: usedAboveBought, type: 'licence.used_above' },
    settle: { label: { en: 'No longer used above bought', zh: '用量不再超出购买数量' }, type: 'licence.use_settled' },
    issue: { label: { en: 'Licence issued', zh: '许可已签发' } },
    issue_failed: { label: { en: 'Issuing failed', zh: '签发失败' }, type: 'licence.issue_failed' },
    fail_back: { label: { en: 'Failback licence issued', zh: '生成回切许可' } },
  },
  notices: {
    ending: {
      schedule: {
        by: 'expired_at',
        days: reminderDays.map(({ id }) => -id),
        chosen: 'reminder_days',
        since: 'issued_at',
        unless: 'followed',
      },
      when: { status: 1 },
      to: [{ role: 'Enterprise', of: 'enterprise_id' }, 'sub_user_id', 'enterprise.sales_user_id'],
      text: {
        en: 'The licence for {project} expires on {ends}, in {days} {days|day|days}',
        zh: '项目 {project} 的许可将于 {ends} 到期，还有 {days} 天',
      },
      values: { project: 'project.name', ends: 'expired_at' },
      mail: {
        text: {
          en: 'It can be renewed in the console until then. After that it is no longer valid.',
          zh: '到期前可在控制台续订，到期后许可失效。',
        },
        address: '/dashboard?renew={id}',
      },
      key: 'licence_expiring',
    },
    used_above: {
      schedule: { by: 'above_since', days: 0 },
      when: { status: 1 },
      to: [{ role: 'Enterprise', of: 'enterprise_id' }, 'enterprise.sales_user_id'],
      text: {
        en: 'Used above bought in {project}: {used_above}, with a licence for {hosts}',
        zh: '项目 {project} 的用量超出购买数量：许可为 {hosts}，超出 {used_above}',
      },
      values: { project: 'project.name' },
      mail: {
        to: 'enterprise.sales_user_id',
        text: {
          en: 'The console has an order for the difference ready. If none is to follow, say why in the licence.',
          zh: '控制台已备好补购差额的订单。如无需补购，请在许可中说明原因。',
        },
        address: '/dashboard?add_to={id}',
      },
    },
  },
  metrics: {
    allocated: {
      label: { en: 'Allocated', zh: '已分配数量' },
      roles: owners,
      order: 11,
      only: { status: [0, 1] },
      sum: 'hosts',
    },
    issued: {
      label: { en: 'Issued', zh: '已签发数量' },
      roles: owners,
      order: 12,
      only: { status: 1 },
      sum: 'hosts',
    },
  },
  charts: {
    expiries: {
      label: { en: 'Licence expiries, next 12 months', zh: '未来 12 个月到期的许可' },
      roles: staffAndEnterprise,
      order: 30,
      only: { status: 1 },
      by: 'expired_at',
      every: 'day',
      leads: { by: 'ends_in', or: 'order' },
    },
    renewals: {
      label: { en: 'Ended licences, last 12 months', zh: '近 12 个月到期的许可' },
      roles: staff,
      order: 31,
      only: { ended: true },
      by: 'expired_at',
      leads: { by: 'ends_in', or: 'order' },
      series: {
        renewed: { label: { en: 'Renewed', zh: '已续订' }, only: { renewed: true }, tone: 'good' },
        declined: { label: { en: 'Declined', zh: '放弃续订' }, only: { renewed: false, declined: true }, tone: 'warn' },
        silent: {
          label: { en: 'No answer', zh: '未答复' },
          only: { renewed: false, declined: false },
          tone: 'neutral',
        },
      },
    },
  },
  queue: {
    failed: {
      label: { en: 'Failed licences', zh: '签发失败的许可' },
      roles: ['SuperAdmin', 'GeneralAdmin', 'Enterprise'],
      order: 40,
      only: { status: 0, task_status: 'failed' },
      since: 'created_at',
      steps: ['retry'],
      shows: ['hosts', 'task_result'],
    },
    used_above: {
      label: usedAboveBought,
      roles: ['SalesMan'],
      order: 55,
      only: { above: true },
      since: 'above_since',
      shows: ['enterprise_id', 'used_above'],
    },
    own_use_above: {
      label: usedAboveBought,
      roles: owners,
      order: 55,
      only: { above: true },
      since: 'above_since',
      shows: ['used_above'],
    },
    ending: {
      label: { en: 'Licences expiring within 30 days', zh: '30 天内到期的许可' },
      roles: ['SalesMan', 'Enterprise', 'Subordinate'],
      order: 50,
      only: { expires_within: 30, renewed: false, declined: false },
      since: 'expired_at',
      shows: ['hosts'],
    },
  },
  list: {
    columns: ['project_id', 'order_id', 'hosts', 'status', 'task_status', 'expired_at', 'created_at'],
    identifies: ['project_id', 'order_id', 'created_at'],
    card: ['order_id', 'hosts', 'task_status', 'expired_at'],
    calendar: { from: 'expired_at' },
    filters: [
      'order_id',
      'project_id',
      'enterprise_id',
      'sub_user_id',
      'allocation_id',
      'status',
      'task_status',
      'expired_at',
    ],
    parameters: {
      expires_within: integer({ label: { en: 'Expires within (days)', zh: '到期天数不超过' }, max: 9999 }),
      ends_in: text({ label: { en: 'Expires', zh: '到期时间' }, names: 'interval' }),
      renewed: boolean({ label: { en: 'Renewed', zh: '已续订' } }),
      declined: boolean({ label: { en: 'Renewal declined', zh: '放弃续订' } }),
      ended: boolean({ label: { en: 'Expired', zh: '已到期' } }),
      above: boolean({ label: usedAboveBought }),
    },
    sortable: ['used_above', 'above_since'],
    search: ['project.name', 'order.code', 'lic_key'],
    range: 'created_at',
    empty: {
      SalesMan: {
        en: 'Licences of your enterprises appear here once they have allocated an order to a project.',
        zh: '您名下企业将订单分配给项目后，许可会显示在这里。',
      },
      Enterprise: {
        en: 'Allocate hosts of an approved order to a project. The licence is issued and e-mailed right away.',
        zh: '请将已通过的订单分配给项目，许可随即签发并通过邮件发送。',
      },
      Subordinate: {
        en: 'Apply for licences for a project. They appear here once the application is approved.',
        zh: '请先为项目申请许可，申请通过后会显示在这里。',
      },
    },
    summaries: [{ by: ['status', 'task_status'] }, { by: ['enterprise_id', 'status'] }],
  },
  form: [['mails.project_mail', 'mails.sub_user_mail'], 'mails.scan_mail', 'mails.others', 'comment'],
  servedBy: [{ operations: ['create'], roles: owners, from: '/authorization/assignment' }],
  detail: {
    summary: ['project_id', 'order_id', 'hosts', 'status', 'task_status', 'expired_at', 'sub_user_id', 'comment'],
    tabs: ['mail', 'activation', 'order'],
  },
  timeline: {
    events: {
      allocate: { label: { en: 'Allocated', zh: '分配许可' }, tone: 'info', at: 'created_at' },
      issue: { label: { en: 'Licence issued', zh: '许可已签发' }, tone: 'good', at: 'issued_at' },
      issue_failed: {
        of: ['issue'],
        failed: true,
        label: { en: 'Issuing failed', zh: '签发失败' },
        tone: 'bad',
        comment: 'task_result',
      },
      retry: { label: { en: 'Issuing retried', zh: '重试签发' } },
      give_up: { of: ['cancel', 'remove'], label: { en: 'Allocation cancelled', zh: '取消分配' }, tone: 'neutral' },
      withdraw: { label: { en: 'Licence withdrawn', zh: '撤销许可' } },
      decline: { label: { en: 'Renewal declined', zh: '放弃续订' }, tone: 'neutral', comment: 'decline_comment' },
      reconsider: { label: { en: 'Renewal considered again', zh: '重新考虑续订' } },
      exceed: { label: usedAboveBought, tone: 'warn' },
      settle: { label: { en: 'No longer used above bought', zh: '用量不再超出购买数量' }, tone: 'good' },
      accept_use: { label: { en: 'Use above bought accepted', zh: '接受超量' }, tone: 'neutral' },
      fail_back: { label: { en: 'Failback licence issued', zh: '生成回切许可' }, tone: 'good' },
    },
    dates: { ends: { at: 'expired_at', when: { status: 1 }, label: { en: 'Licence expires', zh: '许可到期' } } },
    parts: {
      mails: {
        entity: 'mail',
        by: 'assignment_id',
        names: 'address',
        roles: readers,
        only: ['mail', 'mail_failed'],
      },
    },
  },
  embeddedIn: [
    { entity: 'order', by: 'order_id', roles: readers },
    { entity: 'enterprise', by: 'enterprise_id', roles: staff },
    { entity: 'project', by: 'project_id', roles: readers },
    { entity: 'user', by: 'sub_user_id', roles: readers, when: { role_id: 5 } },
    { entity: 'application', by: 'allocation_id', roles: holders },
    { entity: 'application', roles: ['Subordinate'] },
  ],
  screens: [
    {
      path: '/authorization/assignment',
      roles: ['Enterprise'],
      label: { en: 'Licence allocation', zh: '许可分配' },
      menu: { group: 'authorization', order: 53, hiddenWhen: { tags: 1 } },
      filters: ['order_id', 'project_id', 'status', 'task_status', 'expired_at'],
    },
  ],
  // Deleting returns the hosts to their order and ends the issuing, so a new licence is allocated instead of restoring
  // this one.
  without: ['create', 'restore'],
});
