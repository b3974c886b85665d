import { kinds } from '../../../contract/kinds/index.ts';
import { textLimits } from '../../../contract/kinds/limits.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import type { Unfit } from '../../../contract/schema/field/options.ts';
import { literal } from '../schema/ddl.ts';

/** SQL for rows that are there and lie outside limits that have become narrower (`unfit` of a field). */

/** What a column is held to, as SQL: which rows lie outside, and what lies nearest to each of them. */
interface Bounds {
  readonly outside: string;
  readonly nearest: string;
  readonly said: string;
  /** Some that lie outside have nothing near: a text that is too short. */
  readonly partly: boolean;
}

/** Characters are code points, for PostgreSQL as for the rule. What is cut ends without a space, as the rule keeps it. */
function textBounds(column: string, field: Field): Bounds | undefined {
  const limits = textLimits(field);
  if (!limits) return undefined;
  const { least, most } = limits;
  const short = least > 0 ? `char_length(${column}) < ${least} or ` : '';
  return {
    outside: `${short}char_length(${column}) > ${most}`,
    nearest: `rtrim(left(${column}, ${most}))`,
    said: `${least} to ${most} characters`,
    partly: least > 0,
  };
}

function numberBounds(column: string, field: Field): Bounds | undefined {
  const check = kinds[field.kind].check(field);
  if (check === undefined || 'oneOf' in check) return undefined;
  const { least, most } = check;
  const raised = `greatest(${column}, ${least})`;
  return {
    outside: `${column} < ${least}${most === undefined ? '' : ` or ${column} > ${most}`}`,
    nearest: most === undefined ? raised : `least(${raised}, ${most})`,
    said: most === undefined ? `${least} and more` : `${least} to ${most}`,
    partly: false,
  };
}

const mostNamed = 20;

/** Ends the migration with a sentence that names the records, and nothing of it is done; or does nothing. */
const stopSql = (place: string, table: string, { outside, said }: Bounds): string =>
  [
    `do $$ declare unfit text; begin`,
    `  select string_agg(id::text, ', ') into unfit from (select id from "${table}" where ${outside} order by id limit ${mostNamed}) few;`,
    `  if unfit is not null then raise exception '${place} is held to ${said}, and these records (deleted ones too, the first ${mostNamed}) have others: %. Change them, and start again', unfit; end if;`,
    `end $$;`,
  ].join('\n');

/**
 * What becomes of the rows that lie outside the limits of a field. In: its place as people call it, its table, its name,
 * the field, what it says. Out: the statements, before the new limits hold.
 */
export function unfitSql(place: string, table: string, name: string, field: Field, unfit: Unfit): string[] {
  const column = `"${name}"`;
  const bounds = textBounds(column, field) ?? numberBounds(column, field);
  if (!bounds) return [];
  const stop = stopSql(place, table, bounds);
  if (unfit === 'stop') return [stop];
  const { outside, nearest, partly } = bounds;
  const value = unfit === 'nearest' ? nearest : literal(unfit.to);
  const note = '-- Rows that no longer fit get what the declaration says in "unfit".';
  const tooShort = unfit === 'nearest' && partly ? [stop] : [];
  return [`${note}\nupdate "${table}" set ${column} = ${value} where ${outside};`, ...tooShort];
}
