import type { Label } from '../../messages/label.ts';

/** The hint shown at a password input before any password is refused (D7). */
export const passwordHint: Label = {
  en: '8 to 64 characters, with a letter and a digit',
  zh: '8 到 64 个字符，须含字母和数字',
};
