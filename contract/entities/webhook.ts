import { accountRoles } from '../choices/serviceAccount.ts';
import { switchOffActions, switchOffReasons, webhookSignatures, webhookStates } from '../choices/webhook.ts';
import { admins, adminsAndEnterprise, everything, me } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, dateTime, list, longText, reference, text, url } from '../schema/field/field.ts';
import { createdBy } from './shared/sharedFields.ts';
import { webhookRows } from './shared/webhookRows.ts';

/** An address that is sent events of records, as the role of its owner may read them (issue 34). */
export const webhook = defineEntity({
  name: 'webhook',
  label: { en: 'Webhook', zh: '事件推送' },
  labels: { en: 'Webhooks', zh: '事件推送' },
  title: 'name',
  icon: 'link',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 50 }),
    url: url({
      label: { en: 'Address', zh: '接收地址' },
      hint: { en: 'Such as https://example.com/hooks', zh: '如 https://example.com/hooks' },
      required: true,
    }),
    events: list(text({ label: { en: 'Event', zh: '事件' }, required: true, max: 80 }), {
      label: { en: 'Events', zh: '事件' },
      hint: { en: 'Such as order.approved, order.* or *', zh: '如 order.approved、order.* 或 *' },
      required: true,
      max: 100,
    }),
    enterprise_id: reference('enterprise', {
      fixedFor: ['Enterprise'],
      label: { en: 'Enterprise', zh: '企业' },
      hint: { en: 'If set, only events of its own records are sent', zh: '填写后仅推送该企业自身数据的事件' },
      embed: ['id', 'name'],
      write: admins,
      createOnly: true,
      onDelete: 'restrict',
      default: me('enterprise_id'),
    }),
    signature: choice(webhookSignatures, { label: { en: 'Signature', zh: '签名方式' }, default: 'v1' }),
    description: longText({ label: { en: 'Description', zh: '说明' }, max: 500 }),
    state: choice(webhookStates, { label: { en: 'State', zh: '状态' }, readOnly: true, default: 1 }),
    off_reason: choice(switchOffReasons, { label: { en: 'Switched off because', zh: '停用原因' }, readOnly: true }),
    switched_off_at: dateTime({
      label: { en: 'Switched off at', zh: '自动停用时间' },
      readOnly: true,
      detailOnly: true,
    }),
    failing_since: dateTime({ label: { en: 'Failing since', zh: '开始失败的时间' }, readOnly: true, detailOnly: true }),
    role: choice(accountRoles, {
      label: { en: 'Reads as', zh: '读取权限' },
      hint: { en: 'The role whose rights decide what is sent', zh: '按该角色的权限决定发送的内容' },
      readOnly: true,
    }),
    secret: text({
      label: { en: 'Secret', zh: '密钥' },
      hint: { en: 'Shown only once', zh: '仅显示一次' },
      computed: true,
      readOnly: true,
      detailOnly: true,
    }),
    current_secret: text({
      label: { en: 'Current secret', zh: '当前密钥' },
      readOnly: true,
      hidden: true,
      encrypted: true,
    }),
    previous_secret: text({
      label: { en: 'Previous secret', zh: '上一个密钥' },
      readOnly: true,
      hidden: true,
      encrypted: true,
    }),
    previous_until: dateTime({
      label: { en: 'Previous secret valid until', zh: '旧密钥有效期至' },
      readOnly: true,
      detailOnly: true,
    }),
    created_by_id: createdBy,
  },
  access: {
    list: adminsAndEnterprise,
    create: adminsAndEnterprise,
    edit: adminsAndEnterprise,
    remove: adminsAndEnterprise,
    rows: { SuperAdmin: everything, ...webhookRows },
  },
  lifecycle: {
    field: 'state',
    transitions: {
      switch_on: {
        from: [0, 9],
        to: 1,
        roles: adminsAndEnterprise,
        label: { en: 'Switch on', zh: '启用' },
        done: { en: 'switched on', zh: '已启用' },
        assign: { off_reason: null, switched_off_at: null, failing_since: null },
        tone: 'primary',
      },
      switch_off: {
        from: [1],
        to: 0,
        roles: adminsAndEnterprise,
        label: { en: 'Switch off', zh: '停用' },
        done: { en: 'switched off', zh: '已停用' },
        confirm: {
          en: 'Events that happen while it is off are not sent later.',
          zh: '停用期间发生的事件之后不会补发。',
        },
      },
    },
  },
  actions: {
    test: {
      endpoint: {
        name: 'webhook_test',
        path: '/v1/webhook/test/{id}',
        label: { en: 'Send a test event', zh: '发送测试事件' },
      },
      roles: adminsAndEnterprise,
      label: { en: 'Send a test event', zh: '发送测试事件' },
      done: { en: 'is sent a test event', zh: '已发送测试事件' },
      confirm: false,
    },
    replay: {
      endpoint: {
        name: 'webhook_replay',
        path: '/v1/webhook/replay/{id}',
        label: { en: 'Send deliveries again', zh: '重新推送' },
      },
      roles: adminsAndEnterprise,
      label: { en: 'Send deliveries again', zh: '重新推送' },
      done: { en: 'sends the deliveries again', zh: '已重新推送' },
      input: {
        since: dateTime({ label: { en: 'Since', zh: '起始时间' }, required: true }),
        until: dateTime({
          label: { en: 'Until', zh: '截止时间' },
          hint: { en: 'Now by default', zh: '默认为当前时间' },
        }),
        failed_only: boolean({
          label: { en: 'Only those that failed', zh: '仅推送失败的' },
          default: true,
        }),
      },
    },
  },
  notices: {
    switched_off: {
      schedule: { by: 'switched_off_at', days: 0 },
      when: { state: 9 },
      to: [
        'created_by_id',
        { role: 'Enterprise', of: 'enterprise_id' },
        { role: 'SuperAdmin', when: { enterprise_id: null } },
      ],
      text: {
        en: 'The webhook “{name}” was switched off: {off_reason}',
        zh: '事件推送“{name}”已自动停用：{off_reason}',
      },
      mail: {
        text: {
          en: 'Repair the receiver, then switch the webhook on in the console and send the failed deliveries again.',
          zh: '请修复接收方，然后在控制台重新启用该事件推送，并重新推送失败的事件。',
        },
      },
    },
  },
  list: {
    columns: ['name', 'url', 'events', 'state', 'enterprise_id', 'created_at'],
    filters: ['state', 'enterprise_id'],
    search: ['name', 'url'],
    notInGlobalSearch: true,
    empty: {
      everyone: {
        en: 'Create a webhook to notify a program when orders are approved, licences issued, and so on.',
        zh: '新建事件推送后，订单通过、许可签发等事件会自动通知您的程序。',
      },
    },
  },
  form: [['name', 'enterprise_id'], 'url', 'events', 'signature', 'description'],
  detail: {
    summary: ['name', 'url', 'events', 'enterprise_id', 'role', 'signature', 'created_by_id'],
    tabs: ['webhook_delivery'],
  },
  timeline: {
    events: {
      test: { label: { en: 'Test event sent', zh: '已发送测试事件' } },
      replay: { label: { en: 'Deliveries sent again', zh: '已重新推送' } },
      switch_off_gone: { label: switchOffActions.switch_off_gone, tone: 'bad' },
      switch_off_failing: { label: switchOffActions.switch_off_failing, tone: 'bad' },
      rotate_webhook: { label: { en: 'Secret changed', zh: '已更换密钥' } },
    },
    dates: { failing: { at: 'failing_since', tone: 'bad' } },
  },
  without: ['restore', 'export'],
  screens: [{ path: '/setting/webhook', roles: adminsAndEnterprise, menu: { group: 'setting', order: 83 } }],
});
