import { addressPlaces, signInMethods } from '../choices/session.ts';
import { me, roles, sameForAll } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, dateTime, reference, text } from '../schema/field/field.ts';

const ownRows = { ended_at: null, anyOf: [{ user_id: me('id'), behalf_id: null }, { behalf_id: me('id') }] } as const;

/** An open session: the user's own, and the sessions in which the user acts for others (B4, B25, C12). */
export const session = defineEntity({
  name: 'session',
  label: { en: 'Session', zh: '登录会话' },
  labels: { en: 'Sessions', zh: '登录会话' },
  title: ['user.nick_name', 'address'],
  icon: 'session',
  fields: {
    key_hash: text({ label: { en: 'Key', zh: '密钥摘要' }, readOnly: true, required: true, hidden: true }),
    user_id: reference('user', {
      label: { en: 'User', zh: '用户' },
      readOnly: true,
      required: true,
      onDelete: 'allow',
    }),
    behalf_id: reference('user', { label: { en: 'Salesman', zh: '销售' }, readOnly: true, hidden: true }),
    parent_session_id: reference('session', {
      label: { en: 'Opened by', zh: '来源会话' },
      readOnly: true,
      hidden: true,
    }),
    current: boolean({ label: { en: 'This session', zh: '当前会话' }, computed: true, readOnly: true }),
    must_change_password: boolean({
      label: { en: 'Must change the password first', zh: '须先修改密码' },
      default: false,
      hidden: true,
      readOnly: true,
    }),
    must_enrol: boolean({
      label: { en: 'Must set up a second factor first', zh: '须先设置两步验证' },
      default: false,
      hidden: true,
      readOnly: true,
    }),
    address: text({ label: { en: 'Address', zh: '地址' }, readOnly: true, max: 64 }),
    place: choice(addressPlaces, { label: { en: 'Network', zh: '网络' }, readOnly: true, computed: true }),
    agent: text({ label: { en: 'Browser', zh: '浏览器' }, readOnly: true, max: 300 }),
    device: text({ label: { en: 'Device', zh: '设备' }, readOnly: true, computed: true }),
    method: choice(signInMethods, { label: { en: 'Signed in with', zh: '登录方式' }, readOnly: true }),
    login_at: dateTime({ label: { en: 'Signed in at', zh: '登录时间' }, readOnly: true, computed: true }),
    seen_at: dateTime({ label: { en: 'Last seen', zh: '最近活动' }, readOnly: true, required: true }),
    expires_at: dateTime({ label: { en: 'Ends at', zh: '失效时间' }, readOnly: true, required: true }),
    confirmed_at: dateTime({ label: { en: 'Confirmed at', zh: '身份确认时间' }, readOnly: true, hidden: true }),
    ended_at: dateTime({ label: { en: 'Ended at', zh: '结束时间' }, readOnly: true, hidden: true }),
  },
  access: {
    list: roles,
    remove: roles,
    rows: sameForAll(ownRows),
  },
  list: { columns: ['user_id', 'device', 'method', 'address', 'login_at', 'seen_at'], sort: '-seen_at' },
  servedBy: [{ operations: ['remove'], roles, from: '/userinfo' }],
  // A deleted session has ended and cannot be restored.
  without: ['get', 'restore', 'export'],
});
