import { mailHtml } from './layout.ts';
import type { AccountMail } from './payload.ts';
import { type MailBrand, mailWords, oneLine } from './template.ts';

type Account = AccountMail['account'];

const en = {
  name: 'User name',
  code: 'Code',
  reset: {
    title: (_brand: string) => 'Reset your password',
    top: (_: Account) => [
      'Somebody, probably you, asked to set a new password for this account. The link is valid for 30 minutes and can be used once.',
    ],
    bottom: [
      'If you cannot open the link on the device where you asked, enter the code there.',
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
    link: 'Choose a new password:',
  },
  invitation: {
    title: (_brand: string) => 'You are invited',
    top: ({ by }: Account) => [
      `${by ? `${by} has created an account for you.` : 'An account has been created for you.'} Choose a password to sign in. The link is valid for 7 days and can be used once.`,
    ],
    bottom: ['If the link has expired, ask the person who invited you to send it again.'],
    link: 'Choose your password:',
  },
};

const zh: typeof en = {
  name: '用户名',
  code: '验证码',
  reset: {
    title: () => '重置密码',
    top: () => ['有人（可能是您本人）申请为该账号设置新密码。链接 30 分钟内有效，且仅可使用一次。'],
    bottom: [
      '如无法在申请时所用的设备上打开链接，请在该设备上输入验证码。',
      '如非本人操作，请忽略本邮件，密码不会变更。',
    ],
    link: '设置新密码：',
  },
  invitation: {
    title: (brand) => `邀请您使用${brand}`,
    top: ({ by }) => [
      `${by ? `${by}已为您创建账号` : '已为您创建账号'}，请设置密码后登录。链接 7 天内有效，且仅可使用一次。`,
    ],
    bottom: ['如链接已失效，请联系邀请人重新发送。'],
    link: '设置密码：',
  },
};

/** The mail with the link of a forgotten password or an invitation, as text and HTML with the same content (E5). */
export function renderAccountMail({ language, account }: AccountMail, look?: MailBrand) {
  const words = language === 'zh-CN' ? zh : en;
  const { brand, colour, footer, greeting, fact } = mailWords(language, look);
  const about = { ...account, by: oneLine(account.by), person: oneLine(account.person) };
  const { title: titleOf, top, bottom, link: linkText } = words[account.kind];
  const title = titleOf(brand);
  const lines = [greeting(about.person), ...top(about)];
  const facts = [
    { name: words.name, value: account.name, isCode: true },
    { name: words.code, value: account.code, isCode: true },
  ];
  const link = { text: linkText, url: account.url };
  const text = [...lines, '', link.text, link.url, '', ...facts.map(fact), '', ...bottom, '', footer, ''].join('\n');
  const html = mailHtml({ language, title, top: lines, facts, bottom, links: [link], brand, colour, footer });
  return { subject: title, text, html };
}
