import { language } from '../../i18n/language.ts';

const en = {
  button: 'Test it',
  title: (name: string) => `Test: ${name}`,
  intro:
    'Sign in at the provider in a window of its own. You see what comes back and what would happen. Nothing is changed.',
  reading: 'Reading the configuration of the provider …',
  configuration: 'Configuration of the provider',
  open: 'Sign in at the provider',
  blocked: 'Your browser has blocked the window. Allow windows for this address, and try again.',
  waiting: 'Finish the sign-in in the other window.',
  again: 'Test again',
  would: (outcome: string) => `What would happen: ${outcome}`,
  nothing: 'Nothing was changed.',
  user: 'User name',
  role: 'Role',
  enterprise: 'Enterprise',
  code: 'A code of two-step verification would be asked for.',
  claims: 'Claims that came',
  failed: 'The test failed',
};

const zh: typeof en = {
  button: '测试',
  title: (name) => `测试：${name}`,
  intro: '将在单独的窗口中登录提供方，随后显示返回的内容及登录结果，不作任何更改。',
  reading: '正在读取提供方的配置…',
  configuration: '提供方的配置',
  open: '前往提供方登录',
  blocked: '浏览器拦截了弹出窗口，请允许本站弹出窗口后重试。',
  waiting: '请在另一窗口中完成登录。',
  again: '重新测试',
  would: (outcome) => `登录结果：${outcome}`,
  nothing: '未作任何更改。',
  user: '用户名',
  role: '角色',
  enterprise: '企业',
  code: '登录时还需两步验证。',
  claims: '返回的声明',
  failed: '测试失败',
};

/** The texts of the test of a sign-in provider. */
export const testTexts = (): typeof en => (language() === 'zh' ? zh : en);
