import { type SqlBool, sql } from 'kysely';
import type { EntityRules } from '../../core/rules.ts';

export const product: EntityRules<'product'> = {
  parameters: {
    enterprise_id: (id) => sql<SqlBool>`t.id in (select product_id from enterprise_product
      where enterprise_id = ${id} and deleted_at is null)`,
  },
};
