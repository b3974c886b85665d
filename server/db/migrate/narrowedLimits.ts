import { kinds } from '../../../contract/kinds/index.ts';
import { textLimits } from '../../../contract/kinds/limits.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import type { NarrowedPolicy } from '../../../contract/schema/field/options.ts';
import { sqlLiteral } from '../schema/ddl.ts';

/** SQL for existing rows outside limits that have become narrower (`migrate.narrowed` of a field). */

/** The limits of a column as SQL: which rows lie outside, and the nearest value inside. */
interface Bounds {
  readonly outside: string;
  readonly nearest: string;
  readonly text: string;
  /** True if some values have no nearest one: a text that is too short. */
  readonly partly: boolean;
}

/**
 * PostgreSQL and the field rule both count code points. A cut text ends without a space, as the field rule saves it.
 */
function textBounds(column: string, field: Field): Bounds | undefined {
  const limits = textLimits(field);
  if (!limits) return undefined;
  const { least, most } = limits;
  const short = least > 0 ? `char_length(${column}) < ${least} or ` : '';
  return {
    outside: `${short}char_length(${column}) > ${most}`,
    nearest: `rtrim(left(${column}, ${most}))`,
    text: `${least} to ${most} characters`,
    partly: least > 0,
  };
}

function numberBounds(column: string, field: Field): Bounds | undefined {
  const check = kinds[field.kind].check(field);
  if (check === undefined || !('least' in check)) return undefined;
  const { least, most, step } = check;
  const multiple = step === undefined ? column : `round(${column}::numeric / ${step}) * ${step}`;
  const raised = `greatest(${multiple}, ${least})`;
  const outside = [
    `${column} < ${least}`,
    ...(most === undefined ? [] : [`${column} > ${most}`]),
    ...(step === undefined ? [] : [`${column} % ${step} <> 0`]),
  ];
  const range = most === undefined ? `${least} and more` : `${least} to ${most}`;
  return {
    outside: outside.join(' or '),
    nearest: most === undefined ? raised : `least(${raised}, ${most})`,
    text: step === undefined ? range : `${range}, multiples of ${step}`,
    partly: false,
  };
}

const mostNamed = 20;

/** Aborts the migration with a sentence that names the records outside the limits, if there are any. */
const stopSql = (place: string, table: string, { outside, text }: Bounds): string =>
  [
    `do $$ declare unfit text; begin`,
    `  select string_agg(id::text, ', ') into unfit from (select id from "${table}" where ${outside} order by id limit ${mostNamed}) few;`,
    `  if unfit is not null then raise exception '${place} is limited to ${text}, but these records (deleted ones too, the first ${mostNamed}) are outside: %. Change them and start again', unfit; end if;`,
    `end $$;`,
  ].join('\n');

/**
 * The statements that adapt the rows outside the limits of a field, to be run before the new limits apply.
 * @param place the name of the field in messages
 */
export function narrowedRowsSql(
  place: string,
  table: string,
  name: string,
  field: Field,
  policy: NarrowedPolicy,
): string[] {
  const column = `"${name}"`;
  const bounds = textBounds(column, field) ?? numberBounds(column, field);
  if (!bounds) return [];
  const stop = stopSql(place, table, bounds);
  if (policy === 'stop') return [stop];
  const { outside, nearest, partly } = bounds;
  const value = policy === 'nearest' ? nearest : sqlLiteral(policy.to);
  const note = '-- Rows outside the new limits get the value of "migrate.narrowed" in the declaration.';
  const tooShort = policy === 'nearest' && partly ? [stop] : [];
  return [`${note}\nupdate "${table}" set ${column} = ${value} where ${outside};`, ...tooShort];
}
