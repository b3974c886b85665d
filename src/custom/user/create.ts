import { api } from '../../dataProvider/api.ts';
import { call } from '../../dataProvider/call.ts';
import type { Errors } from '../../resources/useErrors.ts';

type Values = Readonly<Record<string, unknown>>;

/** Asks the server whether the login name is free before a user is made (R-VALID-06). */
export async function checkName({ name }: Values): Promise<Errors> {
  if (!name) return {};
  const answer = await call('user_check', { body: { type: 'name', name: String(name) } });
  return answer.success ? {} : { name: answer.reason ?? '' };
}

/** Grants the chosen products to the user's enterprise (B27); a refusal is told by its toast, and the user stays. */
export async function grantProducts({ enterprise_id }: Values, products: ReadonlySet<number>): Promise<void> {
  for (const product_id of products) {
    await api('/v1/enterprise_product', { method: 'POST', body: { enterprise_id, product_id } });
  }
}
