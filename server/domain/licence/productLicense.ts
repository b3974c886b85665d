import type { EntityRows } from '../../../contract/index.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { EntityRules, FieldValues } from '../../core/rules.ts';
import { activeSigningKeys } from '../../core/security/signingKey.ts';
import { patch } from '../../db/write/store.ts';

type Profile = EntityRows['product_license'];

/** The issuing profile of a product, if it has one (B19). */
export async function profileOf(context: Context, product_id: number): Promise<Profile | undefined> {
  const found = await context.trx
    .selectFrom('product_license')
    .selectAll()
    .where('product_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found as Profile | undefined;
}

async function checkKey(context: Context, kid: unknown): Promise<void> {
  if (!kid) return;
  const keys = await activeSigningKeys(context.trx);
  if (!keys.some((key) => key.kid === kid))
    throw AppError.unprocessable('signing_key_unknown', undefined, 'signing_key_id');
}

/** The metering is a column of the product; it can also be set through the product's profile. */
async function setMetering(context: Context, product_id: number, values: FieldValues): Promise<FieldValues> {
  const { metering, ...rest } = values;
  await checkKey(context, values.signing_key_id);
  if (metering) {
    const before = await context.trx
      .selectFrom('product')
      .select(['id', 'metering', 'unit'])
      .where('id', '=', product_id)
      .executeTakeFirstOrThrow();
    if (metering === 'value' && !before.unit) throw AppError.unprocessable('unit_needed', undefined, 'metering');
    await patch(context, 'product', before, { metering: metering as 'host' | 'value' }, { action: 'update' });
  }
  return rest;
}

export const productLicense: EntityRules<'product_license'> = {
  beforeCreate: (context, values) => setMetering(context, values.product_id as number, values),
  beforeUpdate: (context, row, values) => setMetering(context, row.product_id, values),
};
