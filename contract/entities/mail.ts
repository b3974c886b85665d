import { mailStates, sendFlags } from '../choices/mail.ts';
import { me } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { mail as address, choice, dateTime, integer, object, reference, text } from '../schema/field/field.ts';

/** One mail to one recipient of a licence (C8), or to one reader of a message (issue 13 point 6). */
export const mail = defineEntity({
  name: 'mail',
  label: { en: 'E-mail', zh: '邮件' },
  labels: { en: 'E-mails', zh: '邮件' },
  title: 'address',
  icon: 'mail',
  fields: {
    assignment_id: reference('assignment', {
      embed: [],
      label: { en: 'Licence', zh: '许可' },
      readOnly: true,
      onDelete: 'restrict',
    }),
    enterprise_id: reference('enterprise', {
      embed: [],
      label: { en: 'Enterprise', zh: '企业' },
      readOnly: true,
      onDelete: 'restrict',
    }),
    key: text({ label: { en: 'Recipient', zh: '收件人' }, readOnly: true, required: true, max: 40, exact: true }),
    address: address({ label: { en: 'Address', zh: '地址' }, readOnly: true }),
    send_flag: choice(sendFlags, { label: { en: 'Send type', zh: '发送类型' }, readOnly: true, default: 'standard' }),
    language: text({ label: { en: 'Language', zh: '语言' }, readOnly: true, required: true, max: 5 }),
    time_zone: text({ label: { en: 'Time zone', zh: '时区' }, readOnly: true, hidden: true, max: 64 }),
    status: choice(mailStates, { label: { en: 'Status', zh: '状态' }, readOnly: true, default: 0 }),
    attempts: integer({ label: { en: 'Attempts', zh: '尝试次数' }, readOnly: true, default: 0 }),
    message_id: text({ label: { en: 'Message id', zh: '邮件编号' }, readOnly: true, required: true, unique: 'ever' }),
    /** The message id of the sending that includes this mail, since another mail goes to the same person (E10). */
    sent_with: text({ label: { en: 'Sent with', zh: '随同发送' }, readOnly: true, hidden: true, max: 100 }),
    result: text({ label: { en: 'Result', zh: '结果' }, readOnly: true, max: 500 }),
    user_id: reference('user', {
      label: { en: 'Reader', zh: '接收人' },
      readOnly: true,
      hidden: true,
      onDelete: 'allow',
    }),
    notice: text({ label: { en: 'Notice', zh: '通知' }, readOnly: true, hidden: true }),
    record_id: integer({ label: { en: 'Record', zh: '记录' }, readOnly: true, hidden: true }),
    values: object({}, { label: { en: 'Values', zh: '内容' }, readOnly: true, hidden: true }),
    sent_at: dateTime({ label: { en: 'Sent at', zh: '发送时间' }, readOnly: true }),
  },
  unique: [['assignment_id', 'key']],
  access: { list: ['Enterprise'], rows: { Enterprise: { enterprise_id: me('enterprise_id') } } },
  queue: {
    failed: {
      label: { en: 'Failed e-mails', zh: '发送失败的邮件' },
      roles: ['Enterprise'],
      order: 45,
      only: { status: 9 },
      since: 'created_at',
      shows: ['assignment_id', 'result'],
    },
  },
  list: {
    columns: ['address', 'key', 'send_flag', 'status', 'sent_at'],
    identifies: ['address', 'key'],
    filters: ['assignment_id', 'status'],
    search: ['address'],
    range: 'created_at',
    empty: {
      Enterprise: {
        en: 'A licence is e-mailed to its recipients as soon as it is issued.',
        zh: '许可签发后，将立即通过邮件发送给收件人。',
      },
    },
  },
  events: {
    send: { label: { en: 'E-mail sent', zh: '邮件已发送' } },
    fail: { label: { en: 'E-mail not delivered', zh: '邮件发送失败' } },
  },
  timeline: {
    // Every sending has a line in the audit; mails sent by an earlier version have only their own dates.
    events: {
      mail: { of: ['send'], label: { en: 'E-mail sent', zh: '邮件已发送' }, tone: 'good' },
      mail_failed: {
        of: ['send'],
        failed: true,
        label: { en: 'E-mail failed', zh: '邮件发送失败' },
        tone: 'bad',
        comment: 'result',
      },
    },
    dates: {
      mail: { at: 'sent_at', when: { status: 1, sent_with: null } },
      mail_failed: { at: 'updated_at', when: { status: 9, sent_with: null }, comment: 'result' },
    },
  },
  embeddedIn: [{ entity: 'assignment', by: 'assignment_id', roles: ['Enterprise'] }],
  without: ['get'],
});
