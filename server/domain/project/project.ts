import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { EntityRules } from '../../core/rules.ts';
import { checkProduct, checkSubUser } from './projectChecks.ts';
import { reassign, relocate } from './relocation.ts';

/** A project belongs to one enterprise, and its product is granted to that enterprise (B15). */
export const project: EntityRules<'project'> = {
  async beforeCreate(context, values) {
    const enterprise_id = values.enterprise_id as number | null;
    if (!enterprise_id) throw AppError.unprocessable('required', undefined, 'enterprise_id');
    await checkProduct(context, enterprise_id, values.product_id as number);
    await checkSubUser(context, enterprise_id, values.sub_user_id);
    return values;
  },
  async beforeUpdate(context, row, values) {
    await checkSubUser(context, row.enterprise_id ?? 0, values.sub_user_id);
    return values;
  },
  actions: { reassign, relocate },
  parameters: {
    effectuate: (wanted) => sql<SqlBool>`(t.status = 1 and t.enabled) = ${wanted}`,
    test: (wanted) =>
      sql<SqlBool>`(exists (select 1 from enterprise e
        where e.id = t.enterprise_id and e.type in (2, 3) and e.deleted_at is null)) = ${wanted}`,
  },
};

/** True for test projects: those of an internal-testing or scan-to-try enterprise (B29). */
export async function isTestProject(context: Context, enterprise_id: number): Promise<boolean> {
  const found = await context.trx
    .selectFrom('enterprise')
    .select('type')
    .where('id', '=', enterprise_id)
    .executeTakeFirst();
  return found?.type === 2 || found?.type === 3;
}
