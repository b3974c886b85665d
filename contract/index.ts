import { createContract } from './createContract.ts';
import { activation } from './entities/activation.ts';
import { application } from './entities/application.ts';
import { assignment } from './entities/assignment.ts';
import { audit } from './entities/audit.ts';
import { enterprise } from './entities/enterprise.ts';
import { enterpriseProduct } from './entities/enterpriseProduct.ts';
import { identityProvider } from './entities/identityProvider.ts';
import { mail } from './entities/mail.ts';
import { mailSetting } from './entities/mailSetting.ts';
import { notification } from './entities/notification.ts';
import { order } from './entities/order.ts';
import { orderProject } from './entities/orderProject.ts';
import { payment } from './entities/payment.ts';
import { product } from './entities/product.ts';
import { productLicense } from './entities/productLicense.ts';
import { productSetting } from './entities/productSetting.ts';
import { project } from './entities/project.ts';
import { retentionSetting } from './entities/retentionSetting.ts';
import { roleVariant } from './entities/roleVariant.ts';
import { savedView } from './entities/savedView.ts';
import { serviceAccount } from './entities/serviceAccount.ts';
import { serviceToken } from './entities/serviceToken.ts';
import { session } from './entities/session.ts';
import { signInSetting } from './entities/signInSetting.ts';
import { subscription } from './entities/subscription.ts';
import { user } from './entities/user.ts';
import { userOauth } from './entities/userOauth.ts';
import { userProduct } from './entities/userProduct.ts';
import { webhook } from './entities/webhook.ts';
import { webhookDelivery } from './entities/webhookDelivery.ts';
import type { NewValuesOf, RowOf } from './schema/entity.ts';

/** Every entity by its name, one line each. */
export const registry = {
  user,
  enterprise,
  product,
  product_license: productLicense,
  user_product: userProduct,
  enterprise_product: enterpriseProduct,
  project,
  order,
  order_project: orderProject,
  application,
  assignment,
  activation,
  mail,
  subscription,
  payment,
  notification,
  audit,
  user_oauth: userOauth,
  session,
  saved_view: savedView,
  service_account: serviceAccount,
  service_token: serviceToken,
  webhook,
  webhook_delivery: webhookDelivery,
  identity_provider: identityProvider,
  role_variant: roleVariant,
  product_setting: productSetting,
  sign_in_setting: signInSetting,
  mail_setting: mailSetting,
  retention_setting: retentionSetting,
} as const;

export type EntityName = keyof typeof registry;

/** The stored row of each entity, by entity name. */
export type EntityRows = { [name in EntityName]: RowOf<(typeof registry)[name]> };

/** The values of a new record of each entity as its rules see them, by entity name. */
export type EntityValues = { [name in EntityName]: NewValuesOf<(typeof registry)[name]> };

/** The entities of this product. Only the entry points of the server, the console and the commands import it. */
export const contract = createContract(registry);
