import { type PasswordRule, passwordRuleText, usualPasswordRule } from '../../../contract/access/passwordRule.ts';
import { language } from '../language.ts';
import { pageData } from './pageData.ts';

/** The rule of the settings, as the server writes it into the page; without it, the usual one. */
const givenRule = (): PasswordRule => ({
  ...usualPasswordRule,
  ...pageData<Partial<PasswordRule>>('password-rule', {}),
});

/** What a new password needs, in the language of the page. */
export const passwordRuleHint = (): string => passwordRuleText(givenRule())[language()];
