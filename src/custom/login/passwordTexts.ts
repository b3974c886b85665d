import { language } from '../../i18n/language.ts';

const en = {
  account: 'User name or e-mail',
  code: 'Code from the e-mail',
  password1: 'New password',
  password2: 'Repeat the new password',
  busy: 'Please wait …',
  signIn: 'Back to sign-in',
  forgotten: {
    title: 'Forgot password?',
    intro: 'Enter your user name or e-mail address. You get an e-mail with a link and a code to choose a new password.',
    submit: 'Send the e-mail',
    haveCode: 'I have a code already',
  },
  codeStep: {
    title: 'Check your e-mail',
    sent: (account: string) =>
      `If ${account} has a password and an e-mail address here, an e-mail is on its way. Open its link, or enter its code here. Both are valid for 30 minutes.`,
    nothing: 'No e-mail after a few minutes? Look into the spam folder, or ask your administrator for a new password.',
    again: 'Ask for another e-mail',
    intro: 'Enter the code from the e-mail and choose a new password.',
  },
  set: {
    title: 'Choose a new password',
    invited: 'Choose your password',
    name: 'User name',
    submit: 'Set the password',
    checking: 'Checking the link …',
    ended: 'This link no longer works',
    again: 'Ask for a new link',
    done: 'Your password is set',
    doneText: 'Sign in with it now. All earlier sessions of this account have ended.',
    signIn: 'Sign in',
    retry: 'Try again',
  },
};

const zh: typeof en = {
  account: '用户名或邮箱',
  code: '邮件中的验证码',
  password1: '新密码',
  password2: '重复新密码',
  busy: '请稍候…',
  signIn: '返回登录',
  forgotten: {
    title: '忘记密码？',
    intro: '请输入用户名或邮箱，您将收到一封邮件，可通过其中的链接或验证码设置新密码。',
    submit: '发送邮件',
    haveCode: '已有验证码',
  },
  codeStep: {
    title: '请查收邮件',
    sent: (account) =>
      `如果 ${account} 在本系统设有密码和邮箱，邮件即将送达。请打开邮件中的链接，或在此输入验证码，两者均在 30 分钟内有效。`,
    nothing: '几分钟后仍未收到？请查看垃圾邮件，或联系管理员为您设置新密码。',
    again: '重新发送邮件',
    intro: '请输入邮件中的验证码，并设置新密码。',
  },
  set: {
    title: '设置新密码',
    invited: '设置密码',
    name: '用户名',
    submit: '设置密码',
    checking: '正在检查链接…',
    ended: '该链接已失效',
    again: '重新获取链接',
    done: '密码已设置',
    doneText: '请使用新密码登录。该账号之前的会话均已结束。',
    signIn: '登录',
    retry: '重试',
  },
};

/** The texts of the pages for a forgotten password; they are loaded with these pages only. */
export const passwordTexts = () => (language() === 'zh' ? zh : en);
