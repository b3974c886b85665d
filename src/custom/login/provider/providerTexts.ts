import { language } from '../../../i18n/language.ts';

const en = {
  busy: 'Signing in …',
  linkTitle: 'Link your account',
  linkWhy:
    'There is an account with your e-mail address. Enter its password once to link it. From then on you sign in without it.',
  password: 'Password of the account',
  submit: 'Link and sign in',
  back: 'Back to sign-in',
  toAccount: 'Back to your account',
  notLinked: 'The account was not linked',
  tested: 'The result of the test is in the window of the console. You can close this one.',
};

const zh: typeof en = {
  busy: '正在登录…',
  linkTitle: '关联账号',
  linkWhy: '已有账号使用您的邮箱。请输入一次该账号的密码以完成关联，之后登录无需再输入。',
  password: '账号密码',
  submit: '关联并登录',
  back: '返回登录',
  toAccount: '返回账号页面',
  notLinked: '账号未能关联',
  tested: '测试结果已显示在控制台窗口中，可以关闭此窗口。',
};

/** The texts of the way back from a sign-in provider. */
export const providerTexts = (): typeof en => (language() === 'zh' ? zh : en);
