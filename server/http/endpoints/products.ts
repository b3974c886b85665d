import { deployments, productCategories } from '../../../contract/choices/product.ts';
import { canonicalText } from '../../../contract/lib/canonicalText.ts';
import type { Choice } from '../../../contract/schema/field/options.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, readerLanguage } from '../../core/context.ts';
import { activeSigningKeys } from '../../core/security/signingKey.ts';
import { getRecord, listRecords, readRow } from '../../resource/read/read.ts';
import type { EndpointHandlers } from '../serve.ts';

/** All items as one page, the answer of an unpaged list (B1). */
const inOnePage = <T>(items: T[]) => ({ items, total: items.length, page: 1, per_page: Math.max(1, items.length) });

const named = (context: Context, choices: readonly Choice[]) =>
  choices.map(({ id, label }) => ({ id: Number(id), name: label[readerLanguage(context)] }));

/**
 * The project of a product with this licence key, as it is written or in its canonical form, in the caller's scope.
 * @throws 404 (B22)
 */
async function projectOfKey(context: Context, product_id: number, key: string) {
  const found = await context.trx
    .selectFrom('project')
    .select('id')
    .where('product_id', '=', product_id)
    .where('license_key', 'in', [key, canonicalText(key, 'key')])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw AppError.notFound();
  return getRecord(context, context.contract.entity('project'), found.id);
}

/** Endpoints of products and projects besides their records (B20, B22, C13). */
export const productHandlers: EndpointHandlers<
  'product_deployment_category_list' | 'product_deployment_list' | 'product_users' | 'product_user_key' | 'signing_keys'
> = {
  async product_deployment_category_list(context) {
    const categories = named(context, productCategories);
    return inOnePage(named(context, deployments).map((one) => ({ ...one, categories })));
  },
  product_deployment_list: async (context) => inOnePage(named(context, deployments)),
  async product_users(context, { id, list: parameters }) {
    await readRow(context, context.contract.entity('product'), id);
    return listRecords(context, context.contract.entity('user'), parameters, { filter_product_id: String(id) });
  },
  product_user_key: (context, { id, name }) => projectOfKey(context, id, name),
  signing_keys: async (context) =>
    inOnePage((await activeSigningKeys(context.trx)).map(({ kid }) => ({ id: kid, name: kid.slice(0, 12) }))),
};
