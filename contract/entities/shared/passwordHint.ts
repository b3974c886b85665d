import { passwordRuleText, usualPasswordRule } from '../../access/passwordRule.ts';

/**
 * The hint at the input of a new password, before any is refused (D7). It is the rule without settings: the console
 * shows the rule that holds in its place (src/i18n/page/passwordRule.ts).
 */
export const passwordHint = passwordRuleText(usualPasswordRule);
