import type { EntityName } from '../../contract/index.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import { notification } from '../core/mail/notification.ts';
import type { EntityRules, Rules } from '../core/rules.ts';
import { audit } from './account/audit.ts';
import { enterprise } from './account/enterprise.ts';
import { enterpriseProduct } from './account/enterpriseProduct.ts';
import { identityProvider } from './account/oidc/identityProvider.ts';
import { product } from './account/product.ts';
import { roleVariant } from './account/roleVariant.ts';
import { savedView } from './account/savedView.ts';
import { session } from './account/session.ts';
import { subscription } from './account/subscriptionTerm.ts';
import { user } from './account/user.ts';
import { userOauth } from './account/userOauth.ts';
import { findRuleMistakes } from './checkRuleBook.ts';
import { activation } from './licence/activation/activation.ts';
import { application } from './licence/application.ts';
import { assignment } from './licence/assignment.ts';
import { mail } from './licence/licenceMail.ts';
import { productLicense } from './licence/productLicense.ts';
import { order } from './order/order.ts';
import { orderProject } from './order/orderProject.ts';
import { project } from './project/project.ts';
import { serviceAccount } from './serviceAccount/serviceAccount.ts';
import { serviceToken } from './serviceAccount/serviceToken.ts';
import { mailSetting } from './setting/mailSetting.ts';
import { productSetting } from './setting/productSetting.ts';
import { retentionSetting } from './setting/retentionSetting.ts';
import { signInSetting } from './setting/signInSetting.ts';
import { webhook, webhookDelivery } from './webhook/webhook.ts';

const declared = {
  user,
  enterprise,
  product,
  product_license: productLicense,
  enterprise_product: enterpriseProduct,
  project,
  order,
  order_project: orderProject,
  application,
  assignment,
  activation,
  mail,
  notification,
  audit,
  saved_view: savedView,
  service_account: serviceAccount,
  service_token: serviceToken,
  webhook,
  webhook_delivery: webhookDelivery,
  user_oauth: userOauth,
  identity_provider: identityProvider,
  role_variant: roleVariant,
  mail_setting: mailSetting,
  product_setting: productSetting,
  sign_in_setting: signInSetting,
  retention_setting: retentionSetting,
  session,
  subscription,
} satisfies { readonly [name in EntityName]?: EntityRules<name> };

/**
 * The rules of each entity that needs more than its declaration, by entity name. They lose the type of their rows here:
 * `server/resource` knows rows by declaration only.
 */
const ruleBook = { ...declared } as unknown as Record<string, Rules | undefined>;

/** Adds the rules of entities that a product declares besides those of this folder; `compose` calls it at the start. */
export function registerRules(rules: Readonly<Record<string, Rules>>): void {
  Object.assign(ruleBook, rules);
}

/** The rules of an entity; empty if its declaration is enough. */
export const rulesOf = (entity: string): Rules => ruleBook[entity] ?? {};

/** The mistakes between the rules and the declarations, one sentence each. */
export const ruleMistakes = ({ entities }: Contract): string[] => findRuleMistakes(entities, ruleBook);
