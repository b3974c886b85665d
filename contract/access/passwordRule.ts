import type { Label } from '../messages/label.ts';

/** The fewest and the most characters that a password has whatever the settings are (B5). */
export const leastPassword = 8;
export const mostPassword = 64;

/** What a chosen password needs; the settings of sign-in change it (issue 35, section 6). */
export interface PasswordRule {
  /** The fewest characters. */
  readonly length: number;
  /** True if a password must not contain the user name or the e-mail address of its owner. */
  readonly personal: boolean;
}

/** The rule where no setting changes it. */
export const usualPasswordRule: PasswordRule = { length: leastPassword, personal: true };

/** The rule in a sentence, for the input of a new password. */
export function passwordRuleText({ length, personal }: PasswordRule): Label {
  const last = personal
    ? { en: 'no common password, user name or e-mail address', zh: '不能是常见密码，也不能包含用户名或邮箱' }
    : { en: 'no common password', zh: '不能是常见密码' };
  return {
    en: `${length} to ${mostPassword} characters with a letter and a digit; ${last.en}`,
    zh: `${length} 到 ${mostPassword} 个字符，须含字母和数字，${last.zh}`,
  };
}
