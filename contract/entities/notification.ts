import { noticeModules } from '../choices/notification.ts';
import { me, roles, sameForAll } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, integer, object, reference, text } from '../schema/field/field.ts';

/** A message under the bell. Its title is formatted in the reader's language (C9). */
export const notification = defineEntity({
  name: 'notification',
  label: { en: 'Message', zh: '消息' },
  labels: { en: 'System notifications', zh: '系统通知' },
  title: 'notice_title',
  icon: 'message',
  fields: {
    uuid: text({
      label: { en: 'Message id', zh: '消息编号' },
      readOnly: true,
      required: true,
      unique: 'ever',
      max: 36,
    }),
    user_id: reference('user', {
      label: { en: 'Reader', zh: '接收人' },
      readOnly: true,
      required: true,
      onDelete: 'allow',
      hidden: true,
    }),
    module: choice(noticeModules, { label: { en: 'Module', zh: '模块' }, readOnly: true }),
    record_id: integer({ label: { en: 'Record', zh: '记录' }, readOnly: true }),
    notice: text({ label: { en: 'Notice', zh: '通知' }, readOnly: true, required: true, hidden: true }),
    values: object({}, { label: { en: 'Values', zh: '内容' }, readOnly: true, hidden: true }),
    entity: text({ label: { en: 'Entity', zh: '对象类型' }, computed: true, readOnly: true }),
    notice_title: text({ label: { en: 'Title', zh: '标题' }, computed: true, readOnly: true }),
    status: boolean({ label: { en: 'Read', zh: '已读' }, readOnly: true, default: false }),
  },
  access: {
    list: roles,
    rows: sameForAll({ user_id: me('id') }),
  },
  list: {
    columns: ['notice_title', 'module', 'status', 'created_at'],
    filters: ['status', 'module'],
    range: 'created_at',
  },
  screens: [{ path: '/message', roles }],
  without: ['get'],
});
