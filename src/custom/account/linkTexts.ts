import { language } from '../../i18n/language.ts';

const en = {
  title: 'Sign-in providers',
  none: 'Link an account of your company, and sign in with it from then on.',
  closed: (provider: string) =>
    `Your password does not sign you in any more. You sign in with this button: ${provider}`,
  linked: (provider: string, since: string) => `${provider}, linked on ${since}`,
  unlink: 'Unlink',
  unlinkOf: (name: string) => `Unlink ${name}`,
  askUnlink: (name: string) => `You can no longer sign in with ${name}. The account at the provider stays as it is.`,
  link: (provider: string) => `Link: ${provider}`,
  done: 'Unlinked',
};

const zh: typeof en = {
  title: '登录提供方',
  none: '关联公司账号后，即可使用该账号登录。',
  closed: (provider) => `您的密码已停用，请通过“${provider}”登录。`,
  linked: (provider, since) => `${provider}，关联于 ${since}`,
  unlink: '解除关联',
  unlinkOf: (name) => `解除关联 ${name}`,
  askUnlink: (name) => `解除后将无法使用 ${name} 登录，其在提供方的账号不受影响。`,
  link: (provider) => `关联：${provider}`,
  done: '已解除关联',
};

/** The texts of linked accounts. */
export const linkTexts = (): typeof en => (language() === 'zh' ? zh : en);
