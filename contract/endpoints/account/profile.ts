import { mailPaces, profileLanguages } from '../../choices/profile.ts';
import { roles } from '../../schema/access.ts';
import { boolean, choice, integer, list, mail, object, phone, text } from '../../schema/field/field.ts';
import { defineEndpoint } from '../endpoint.ts';

const label = (en: string, zh: string) => ({ en, zh });
const line = (en: string, zh: string) => text({ label: label(en, zh), required: true, max: 300 });
const names = (en: string, zh: string) =>
  list(text({ label: label('Field', '字段'), required: true }), { label: label(en, zh), required: true });
const version = integer({ label: label('Version', '版本'), required: true, min: 0 });

/** What people change about themselves. */
const own = {
  nick_name: text({ label: label('Display name', '显示名称'), required: true, max: 50 }),
  phone: phone({ label: label('Phone', '电话') }),
  mail: mail({
    label: label('Contact e-mail', '联系邮箱'),
    hint: label('Notices and the link for a forgotten password are sent there', '通知和重置密码的链接将发送到该邮箱'),
  }),
  language: choice(profileLanguages, { label: label('Language', '语言'), required: true, default: 'browser' }),
  time_zone: text({
    label: label('Time zone of e-mails', '邮件时区'),
    hint: label('Empty: as my browser', '留空则跟随浏览器'),
    max: 64,
  }),
};

const profile = {
  name: line('User name', '用户名'),
  ...own,
  nick_name: text({ label: own.nick_name.label }),
  version,
  required: names('Fields that must not be empty', '不能为空的字段'),
  managed: names('Fields that only the directory of the company changes', '仅由公司目录修改的字段'),
  managed_by: text({ label: label('The directory that manages them', '管理这些字段的目录') }),
};

const kindName = text({ label: label('Kind of notice', '通知类型'), required: true, max: 200 });
const byBell = boolean({ label: label('Under the bell', '站内消息'), required: true });
const byMail = boolean({ label: label('By e-mail', '邮件'), required: true });
const pace = choice(mailPaces, { label: label('E-mails', '邮件发送方式'), required: true });

const notices = {
  pace,
  mail: text({ label: label('Address to which notices are sent', '接收通知的邮箱') }),
  groups: list(
    object(
      {
        name: line('Group', '分组'),
        kinds: list(
          object(
            {
              name: kindName,
              text: line('Text, without its values', '通知内容（不含具体值）'),
              bell: byBell,
              mail: byMail,
            },
            { label: label('Kind of notice', '通知类型'), required: true },
          ),
          { label: label('Kinds of notices', '通知类型'), required: true },
        ),
      },
      { label: label('Group of notices', '通知分组'), required: true },
    ),
    { label: label('Groups of notices', '通知分组'), required: true },
  ),
};

/** One's own profile and notices (issue 35, section 6). Neither is for programs, nor while acting. */
export const profileEndpoints = {
  profile: defineEndpoint({
    method: 'GET',
    path: '/v1/profile',
    group: 'user',
    label: label('Your profile', '个人资料'),
    roles,
    scope: false,
    answer: { fields: profile },
  }),
  profile_save: defineEndpoint({
    method: 'POST',
    path: '/v1/profile',
    group: 'user',
    label: label('Change your profile', '修改个人资料'),
    roles,
    body: { ...own, version },
    answer: { fields: profile },
  }),
  profile_notices: defineEndpoint({
    method: 'GET',
    path: '/v1/profile/notices',
    group: 'user',
    label: label('Which notices you get, and how', '您接收的通知及方式'),
    roles,
    scope: false,
    answer: { fields: notices },
  }),
  profile_notices_save: defineEndpoint({
    method: 'POST',
    path: '/v1/profile/notices',
    group: 'user',
    label: label('Choose which notices you get, and how', '设置接收的通知及方式'),
    roles,
    body: {
      pace,
      kinds: list(
        object(
          { name: kindName, bell: byBell, mail: byMail },
          { label: label('Kind of notice', '通知类型'), required: true },
        ),
        { label: label('Changed kinds of notices', '有变更的通知类型'), max: 500 },
      ),
    },
    answer: { fields: notices },
  }),
};
