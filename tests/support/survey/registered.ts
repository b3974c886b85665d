import type { Entity } from '../../../contract/schema/entity.ts';
import type { Rules } from '../../../server/core/rules.ts';
import { findRuleMistakes } from '../../../server/domain/checkRuleBook.ts';
import { invented } from './invented.ts';
import { siteSurvey as rules } from './rules.ts';
import { siteSurvey } from './siteSurvey.ts';

type Domain = typeof import('../../../server/domain/index.ts');

const surveyRules = rules as unknown as Rules;

/** The rules of the product with those of the invented entity, as its file in server/domain would have it. */
export function withRules(domain: Domain): Domain {
  const rulesOf = (name: string): Rules => (name === siteSurvey.name ? surveyRules : domain.rulesOf(name));
  const checkRuleBook = (entities: readonly Entity[]): void => {
    domain.checkRuleBook(entities.filter((entity) => !invented.includes(entity)));
    const mistakes = findRuleMistakes(invented, { [siteSurvey.name]: surveyRules });
    if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  };
  return { ...domain, rulesOf, checkRuleBook };
}
