import { sql } from 'kysely';
import { admins } from '../../../contract/roles/index.ts';
import { AppError } from '../../core/appError.ts';
import { callerOf } from '../../core/context.ts';
import type { EntityRules } from '../../core/rules.ts';

/**
 * B12: the enterprise that a salesman creates is their own and waits for review; an administrator's is approved at
 * once.
 */
export const enterprise: EntityRules<'enterprise'> = {
  async beforeCreate(context, values) {
    if (!values.sales_user_id) throw AppError.unprocessable('enterprise_without_sales', undefined, 'sales_user_id');
    return { ...values, status: admins.includes(callerOf(context).role) ? 1 : 0 };
  },
  async beforeUpdate(_context, row, values) {
    if (row.status === 1 && 'code' in values && values.code !== row.code) {
      throw AppError.unprocessable('code_frozen', undefined, 'code');
    }
    return values;
  },
  columns: {
    products: sql`(select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'code', d.code) order by d.id), '[]')
      from enterprise_product x join product d on d.id = x.product_id
      where x.enterprise_id = t.id and x.deleted_at is null)`,
  },
  transitions: {
    async approve(_context, row, input) {
      if (row.sales_user_id === null)
        throw AppError.unprocessable('enterprise_without_sales', undefined, 'sales_user_id');
      return input;
    },
  },
};
