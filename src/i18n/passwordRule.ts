import { type PasswordRule, passwordRuleText, usualPasswordRule } from '../../contract/access/passwordRule.ts';
import { language } from './language.ts';

/** The rule of the settings, as the server writes it into the page; without it, the usual one. */
function givenRule(): PasswordRule {
  try {
    return { ...usualPasswordRule, ...JSON.parse(document.getElementById('password-rule')?.textContent ?? '{}') };
  } catch {
    return usualPasswordRule;
  }
}

/** What a new password needs, in the language of the page. */
export const passwordRuleHint = (): string => passwordRuleText(givenRule())[language()];
