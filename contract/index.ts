import { application } from './entities/application.ts';
import { assignment } from './entities/assignment.ts';
import { audit } from './entities/audit.ts';
import { enterprise } from './entities/enterprise.ts';
import { enterpriseProduct } from './entities/enterpriseProduct.ts';
import { mail } from './entities/mail.ts';
import { notification } from './entities/notification.ts';
import { order } from './entities/order.ts';
import { orderProject } from './entities/orderProject.ts';
import { payment } from './entities/payment.ts';
import { product } from './entities/product.ts';
import { productLicense } from './entities/productLicense.ts';
import { project } from './entities/project.ts';
import { savedView } from './entities/savedView.ts';
import { session } from './entities/session.ts';
import { subscription } from './entities/subscription.ts';
import { user } from './entities/user.ts';
import { userOauth } from './entities/userOauth.ts';
import { userProduct } from './entities/userProduct.ts';
import type { Label } from './messages/label.ts';
import type { Entity, RowOf } from './schema/entity.ts';
import type { Field } from './schema/field/field.ts';

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
  mail,
  subscription,
  payment,
  notification,
  audit,
  user_oauth: userOauth,
  session,
  saved_view: savedView,
} as const;

export type EntityName = keyof typeof registry;

/** The stored row of each entity, by entity name. */
export type EntityRows = { [name in EntityName]: RowOf<(typeof registry)[name]> };

export const entities: readonly Entity[] = Object.values(registry);

/**
 * Finds an entity by name.
 * @throws If there is none, which is a programming error.
 */
export function entityNamed(name: string): Entity {
  const found = entities.find((entity) => entity.name === name);
  if (!found) throw new Error(`contract: there is no entity "${name}"`);
  return found;
}

/** The label of the records that a field refers to, itself or by its items; undefined if it refers to none. */
export const referencedLabel = (field: Pick<Field, 'to' | 'items'>): Label | undefined =>
  entities.find(({ name }) => name === (field.to ?? field.items?.to))?.label;
