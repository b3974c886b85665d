import { type SqlBool, sql } from 'kysely';
import type { Rows } from '../../contract/index.ts';
import { message } from '../../contract/message.ts';
import { AppError } from './appError.ts';
import type { Rules, Values } from './rules.ts';

/** What is counted by amount has a unit (B18); what is counted by host needs none. */
function checkUnit({ metering, unit }: Values): void {
  if (metering === 'value' && !unit) throw AppError.invalid({ unit: [message('required')] });
}

export const product: Rules<Rows['product']> = {
  async beforeCreate(_context, values) {
    checkUnit(values);
    return values;
  },
  async beforeUpdate(_context, row, values) {
    checkUnit({ ...row, ...values });
    return values;
  },
  narrow: {
    enterprise_id: (id) => sql<SqlBool>`t.id in (select product_id from enterprise_product
      where enterprise_id = ${id} and deleted_at is null)`,
  },
};
