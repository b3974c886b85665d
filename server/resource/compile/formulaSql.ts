import { type RawBuilder, sql } from 'kysely';
import { compileCondition } from '../../../contract/conditions/compile.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { comparisonOf, type Formula } from '../../../contract/schema/field/formula.ts';
import { arithmeticSql } from '../../db/schema/arithmetic.ts';
import { expressionSql } from '../../db/schema/tableConstraints.ts';
import { treePredicate } from './scope.ts';

type Sql = RawBuilder<unknown>;

/** The value of a formula for a row of the table under the alias. */
function formulaSql(entity: Entity, name: string, field: Field, formula: Formula, alias: string): Sql {
  if ('when' in formula)
    return sql`coalesce(${treePredicate(compileCondition(entity, formula.when), undefined, alias)}, false)`;
  if ('compares' in formula) return sql.raw(`coalesce(${expressionSql(entity, comparisonOf(formula), alias)}, false)`);
  return sql.raw(arithmeticSql(name, field, alias));
}

/** A field of a list as SQL: its column, or its formula. */
export function valueSql(entity: Entity, name: string, alias = 't'): Sql {
  const field = fieldOf(entity, name);
  if (!field?.formula) return sql`${sql.ref(`${alias}.${name}`)}`;
  return sql`(${formulaSql(entity, name, field, field.formula, alias)})`;
}
