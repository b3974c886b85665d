import type { Entity } from '../../contract/entity.ts';
import { application } from './application.ts';
import { assignment } from './assignment.ts';
import { audit } from './audit.ts';
import { enterprise } from './enterprise.ts';
import { enterpriseProduct } from './enterpriseProduct.ts';
import { mail } from './mailState.ts';
import { notification } from './notification.ts';
import { order } from './order.ts';
import { orderProject } from './orderProject.ts';
import { product } from './product.ts';
import { productLicense } from './productLicense.ts';
import { project } from './project.ts';
import { mistakesInRules } from './ruleMistakes.ts';
import type { RuleBook, Rules } from './rules.ts';
import { savedView } from './savedView.ts';
import { session } from './session.ts';
import { subscription } from './subscription.ts';
import { user } from './user.ts';
import { userOauth } from './userOauth.ts';

/** The rules of each entity, by its name; an entity that its declaration says all of is not here. */
const ruleBook: RuleBook = {
  user,
  enterprise,
  enterprise_product: enterpriseProduct,
  product,
  project,
  product_license: productLicense,
  order,
  order_project: orderProject,
  application,
  assignment,
  subscription,
  audit,
  mail,
  notification,
  user_oauth: userOauth,
  session,
  saved_view: savedView,
};

/** The rules of an entity, without the type of its rows: `server/resource` knows rows by declaration alone. */
export const rulesOf = (entity: string): Rules => (ruleBook[entity as keyof RuleBook] ?? {}) as unknown as Rules;

/** Holds the rules and the declarations together. In: all of them. Throws one error that lists every mistake. */
export function checkRules(entities: readonly Entity[]): void {
  const mistakes = mistakesInRules(entities, ruleBook as unknown as Readonly<Record<string, Rules>>);
  if (mistakes.length > 0) throw new Error(`the rules in server/domain have mistakes:\n  ${mistakes.join('\n  ')}`);
}
