import { type RawBuilder, sql } from 'kysely';
import { compileCondition } from '../../../contract/conditions/compile.ts';
import { digitsOf } from '../../../contract/kinds/decimalDigits.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { type Formula, operandsOf } from '../../../contract/schema/field/formula.ts';
import { treePredicate } from './scope.ts';

type Sql = RawBuilder<unknown>;

/** A number as its kind answers it; null beyond the range of safe integers. */
function asKind(field: Field, number: Sql): Sql {
  if (kinds[field.kind].list.sum === 'decimal') return sql`round(${number}, ${sql.lit(digitsOf(field).scale)})`;
  const most = sql.lit(Number.MAX_SAFE_INTEGER);
  return sql`case when abs(${number}) <= ${most} then round(${number})::bigint end`;
}

/** The value of a formula for a row of the table under the alias. */
function formulaSql(entity: Entity, field: Field, formula: Formula, alias: string): Sql {
  if ('when' in formula)
    return sql`coalesce(${treePredicate(compileCondition(entity, formula.when), undefined, alias)}, false)`;
  const operands = operandsOf(formula).map((name) => sql`${sql.ref(`${alias}.${name}`)}::numeric`);
  return asKind(field, sql`(${sql.join(operands, 'times' in formula ? sql` * ` : sql` - `)})`);
}

/** A field of a list as SQL: its column, or its formula. */
export function valueSql(entity: Entity, name: string, alias = 't'): Sql {
  const field = fieldOf(entity, name);
  if (!field?.formula) return sql`${sql.ref(`${alias}.${name}`)}`;
  return sql`(${formulaSql(entity, field, field.formula, alias)})`;
}
