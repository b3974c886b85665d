import type { Label } from '../messages/label.ts';
import { everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, integer } from '../schema/field/field.ts';

/** For how many days something is stored. */
const days = (
  label: Label,
  hint: Label,
  { usual, least, most, environment }: { usual: number; least: number; most: number; environment: string },
) =>
  integer({
    label,
    hint,
    unit: { en: '{value|day|days}', zh: '天' },
    required: true,
    default: usual,
    min: least,
    max: most,
    environment,
  });

/** For how long the product stores what it deletes by the clock (issue 35, section 6). */
export const retentionSetting = defineEntity({
  name: 'retention_setting',
  path: 'setting/retention',
  single: true,
  label: { en: 'Data retention', zh: '数据保留' },
  title: 'id',
  icon: 'audit',
  fields: {
    session_days: days(
      { en: 'Ended sessions', zh: '已结束的会话' },
      {
        en: 'From their end; a sign-in on a device that none of them had counts as new',
        zh: '自结束时起；其中未出现过的设备视为新设备',
      },
      { usual: 30, least: 7, most: 365, environment: 'RETAIN_SESSIONS' },
    ),
    delivery_days: days(
      { en: 'Deliveries of webhooks', zh: '事件推送记录' },
      { en: 'From the event; afterwards they cannot be replayed', zh: '自事件发生时起；过期后不能重新推送' },
      { usual: 30, least: 7, most: 365, environment: 'RETAIN_DELIVERIES' },
    ),
    job_days: days(
      { en: 'Failed jobs', zh: '失败的后台任务' },
      { en: 'From their last try; operators look at them', zh: '自最后一次尝试起；供运维排查' },
      { usual: 30, least: 7, most: 365, environment: 'RETAIN_FAILED_JOBS' },
    ),
    usage_days: days(
      { en: 'Usage of licences by day', zh: '许可的每日用量' },
      { en: 'The charts of a year need 400 days', zh: '年度图表需要 400 天' },
      { usual: 400, least: 400, most: 3650, environment: 'RETAIN_USAGE' },
    ),
    delete_older: boolean({
      label: { en: 'Delete what is older now', zh: '立即删除超期数据' },
      hint: {
        en: 'Only needed for a shorter time: without it, saving says how much would be deleted. The audit, notices and sent e-mails are never deleted',
        zh: '仅在缩短时间时需要：未开启时，保存会提示将删除多少条。审计日志、通知和已发送的邮件不会删除',
      },
      inputOnly: true,
      default: false,
    }),
  },
  access: {
    list: ['SuperAdmin'],
    edit: ['SuperAdmin'],
    rows: { SuperAdmin: everything },
  },
  list: { columns: ['session_days', 'delivery_days', 'job_days', 'usage_days'] },
  form: [['session_days', 'delivery_days'], ['job_days', 'usage_days'], 'delete_older'],
  without: ['restore', 'export'],
  screens: [{ path: '/setting/retention', roles: ['SuperAdmin'], menu: { group: 'setting', order: 79 } }],
});
