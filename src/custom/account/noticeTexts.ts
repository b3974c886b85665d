import { language } from '../../i18n/language.ts';

const en = {
  edit: 'Edit profile',
  title: 'Profile',
  saved: 'Profile saved',
  managed: (directory: string) => `Managed by your company's directory (${directory})`,
  managedWhy: (directory: string) =>
    `Your company's directory (${directory}) manages some of these. They are changed there.`,
  asBrowser: (zone: string) => `As my browser (${zone})`,
  noZone: 'No such time zone',
  mail: 'Contact e-mail',
  language: 'Language',
  zone: 'Time zone of e-mails',
  notices: 'Notices',
  why: 'Choose what you are notified of, and how. Each change is saved at once.',
  pace: 'E-mails about notices',
  goTo: (address: string) => `E-mails go to ${address}.`,
  noMail: 'You have no contact e-mail, so you get no e-mails. Enter one in your profile.',
  kind: 'Notice',
  bell: 'Bell',
  byMail: 'E-mail',
  bellFor: (text: string) => `Under the bell: ${text}`,
  mailFor: (text: string) => `By e-mail: ${text}`,
  none: 'Users of your role get no notices that can be switched off.',
  always: 'Always sent',
  alwaysWhy: 'These are always sent, at once: they protect your account, or somebody waits for them.',
  alwaysItems: [
    'Sign-ins on a new device, and changes of your e-mail address or two-step verification',
    'Invitations, and links to set a new password',
    'Licences, to the recipients who were named when they were allocated',
  ],
};

const zh: typeof en = {
  edit: '编辑资料',
  title: '个人资料',
  saved: '个人资料已保存',
  managed: (directory) => `由公司目录“${directory}”管理`,
  managedWhy: (directory) => `部分信息由公司目录“${directory}”管理，请在目录中修改。`,
  asBrowser: (zone) => `跟随浏览器（${zone}）`,
  noZone: '没有该时区',
  mail: '联系邮箱',
  language: '语言',
  zone: '邮件时区',
  notices: '通知',
  why: '选择接收哪些通知以及接收方式，更改即时保存。',
  pace: '通知邮件',
  goTo: (address) => `邮件将发送到 ${address}。`,
  noMail: '您尚未填写联系邮箱，因此不会收到邮件。请在个人资料中填写。',
  kind: '通知',
  bell: '站内',
  byMail: '邮件',
  bellFor: (text) => `站内消息：${text}`,
  mailFor: (text) => `邮件：${text}`,
  none: '您的角色没有可设置的通知。',
  always: '始终发送',
  alwaysWhy: '以下邮件用于保护账号或收件人正在等待，始终立即发送。',
  alwaysItems: [
    '新设备登录、联系邮箱或两步验证变更',
    '账号邀请和设置新密码的链接',
    '许可邮件（发送给分配许可时填写的收件人）',
  ],
};

/** The texts of the profile and of the notices. */
export const noticeTexts = (): typeof en => (language() === 'zh' ? zh : en);
