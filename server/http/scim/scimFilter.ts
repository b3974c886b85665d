import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Compare, type Filter, filter, parse, type Suffix } from 'scim2-parse-filter';
import { canonicalText, isStorable } from '../../../contract/lib/canonicalText.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { directoryColumns, hasUserName } from '../../domain/account/directory/directoryUser.ts';
import { ScimRefusal } from './scimRefusal.ts';
import { userSchema } from './scimSchemas.ts';

/** Filters of SCIM (RFC 7644, 3.4.2.2), as SQL for lists and as functions for values. */

const maxLength = 1000;
const maxDepth = 10;

const refused = (...[key, values]: [ConstructorParameters<typeof ScimRefusal>[2], Record<string, string | number>?]) =>
  new ScimRefusal(400, 'invalidFilter', key, values);

/** The depth of the brackets of a filter; those in texts count as well, which only makes it stricter. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

const literal = /"(?:[^"\\]|\\.)*"/gs;

/**
 * Writes the texts of a filter as the parser expects them: it knows the escaped quotation mark of JSON alone, and cannot
 * read a text in which that follows a backslash.
 */
const withPlainTexts = (text: string): string =>
  text.replace(literal, (one) => {
    const value: string = JSON.parse(one);
    if (/\\("|$)/.test(value)) throw new SyntaxError('a backslash before a quotation mark');
    return `"${value.replaceAll('"', '\\"')}"`;
  });

/**
 * Reads a filter.
 * @throws 400 `invalidFilter` for one that is wrong, too long or nested too deeply
 */
function parseFilter(text: string): Filter {
  if (text.length > maxLength) throw refused('scim_filter_long', { max: maxLength });
  if (depthOf(text) > maxDepth || (text.match(/\bnot\b/gi)?.length ?? 0) > maxDepth)
    throw refused('scim_filter_deep', { max: maxDepth });
  if (!isStorable(text)) throw refused('scim_filter', { text: text.toWellFormed().slice(0, 40) });
  try {
    return parse(withPlainTexts(text));
  } catch {
    throw refused('scim_filter', { text: text.slice(0, 40) });
  }
}

type ColumnType = 'text' | 'exact' | 'boolean' | 'time';

interface FilterColumn {
  readonly column: RawBuilder<unknown>;
  readonly type: ColumnType;
}

const { id, user_name, external_id, nick_name, given_name, family_name, mail, active, created_at, updated_at } =
  directoryColumns;

/** What users can be filtered and sorted by. */
const columns: ReadonlyMap<string, FilterColumn> = new Map<string, FilterColumn>([
  ['id', { column: id, type: 'exact' }],
  ['username', { column: user_name, type: 'text' }],
  ['externalid', { column: external_id, type: 'exact' }],
  ['displayname', { column: nick_name, type: 'text' }],
  ['name.givenname', { column: given_name, type: 'text' }],
  ['name.familyname', { column: family_name, type: 'text' }],
  ['emails', { column: mail, type: 'text' }],
  ['emails.value', { column: mail, type: 'text' }],
  ['emails.type', { column: sql`case when ${mail} is not null then 'work' end`, type: 'text' }],
  ['emails.primary', { column: sql`case when ${mail} is not null then true end`, type: 'boolean' }],
  ['active', { column: active, type: 'boolean' }],
  ['meta.created', { column: created_at, type: 'time' }],
  ['meta.lastmodified', { column: updated_at, type: 'time' }],
]);

const withoutSchema = (path: string): string =>
  path.toLowerCase().startsWith(`${userSchema.toLowerCase()}:`) ? path.slice(userSchema.length + 1) : path;

function columnNamed(path: string): FilterColumn {
  const found = columns.get(withoutSchema(path).toLowerCase());
  if (!found) throw refused('scim_filter_attribute', { name: path.slice(0, 60) });
  return found;
}

/** A text with which a column is compared, in the form in which it is compared. */
function comparedText({ attrPath, compValue, op }: Compare, type: ColumnType): string {
  if (typeof compValue !== 'string') throw refused('scim_filter_operator', { name: attrPath, text: op });
  if (!isStorable(compValue)) throw refused('scim_filter', { text: attrPath });
  return type === 'text' ? foldText(compValue) : canonicalText(compValue, 'line');
}

const order = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;
const isOrder = (op: string): op is keyof typeof order => Object.hasOwn(order, op);

function textCondition(compare: Compare, { column, type }: FilterColumn): RawBuilder<SqlBool> {
  const value = comparedText(compare, type);
  const left = type === 'text' ? folded(column) : sql<string>`${column}`;
  const { op } = compare;
  if (op === 'eq') return sql<SqlBool>`${left} = ${value}`;
  if (op === 'ne') return sql<SqlBool>`${left} is distinct from ${value}`;
  if (op === 'co') return sql<SqlBool>`position(${value}::text in ${left}) > 0`;
  if (op === 'sw') return sql<SqlBool>`starts_with(${left}, ${value}::text)`;
  if (op === 'ew') return sql<SqlBool>`right(${left}, char_length(${value}::text)) = ${value}`;
  return sql<SqlBool>`${left} ${order[op]} ${value}`;
}

/** A boolean; Entra ID sends it as a text. */
function comparedBoolean({ attrPath, compValue, op }: Compare): boolean {
  const text = String(compValue).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (text !== 'true' && text !== 'false'))
    throw refused('scim_filter_operator', { name: attrPath, text: `${op} ${String(compValue).slice(0, 40)}` });
  return text === 'true';
}

function timeCondition(compare: Compare, column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { attrPath, compValue, op } = compare;
  const time = typeof compValue === 'string' ? new Date(compValue) : undefined;
  // The database has no years above 9999 in the form in which times are sent.
  const isValid = time !== undefined && Math.abs(time.getTime()) < Date.UTC(9999, 0);
  if (!isValid || !(op === 'eq' || op === 'ne' || isOrder(op)))
    throw refused('scim_filter_operator', { name: attrPath, text: `${op} ${String(compValue).slice(0, 40)}` });
  const left = sql`date_trunc('milliseconds', ${column})`;
  if (op === 'eq') return sql<SqlBool>`${left} = ${time}`;
  return op === 'ne' ? sql<SqlBool>`${left} is distinct from ${time}` : sql<SqlBool>`${left} ${order[op]} ${time}`;
}

function comparison(compare: Compare | Suffix, account_id: number): RawBuilder<SqlBool> {
  const known = columnNamed(compare.attrPath);
  if (compare.op === 'pr') return sql<SqlBool>`${known.column} is not null`;
  const { op, compValue } = compare as Compare;
  if (compValue === null && op === 'eq') return sql<SqlBool>`${known.column} is null`;
  if (compValue === null && op === 'ne') return sql<SqlBool>`${known.column} is not null`;
  if (known.type === 'time') return timeCondition(compare as Compare, known.column);
  if (known.type === 'boolean') {
    const isSame = sql<SqlBool>`${known.column} is not distinct from ${comparedBoolean(compare as Compare)}::boolean`;
    return op === 'eq' ? isSame : sql<SqlBool>`not (${isSame})`;
  }
  if (known.column === user_name && op === 'eq')
    return hasUserName(account_id, comparedText(compare as Compare, 'text'));
  return textCondition(compare as Compare, known);
}

/** The filter in brackets with the paths from the user: `type` in `emails[type eq "work"]` is `emails.type`. */
function below(path: string, inner: Filter): Filter {
  if (inner.op === '[]') throw refused('scim_filter_attribute', { name: path.slice(0, 60) });
  if (inner.op === 'not') return { ...inner, filter: below(path, inner.filter) };
  if ('filters' in inner) return { ...inner, filters: inner.filters.map((one) => below(path, one)) };
  return { ...inner, attrPath: `${path}.${inner.attrPath}` };
}

/** A condition that is never null, so that its opposite holds wherever it does not. */
function conditionOf(node: Filter, account_id: number): RawBuilder<SqlBool> {
  if (node.op === 'not') return sql<SqlBool>`not (${conditionOf(node.filter, account_id)})`;
  if (node.op === '[]') return conditionOf(below(node.attrPath, node.valFilter), account_id);
  if (!('filters' in node)) return sql<SqlBool>`coalesce(${comparison(node, account_id)}, false)`;
  const parts = node.filters.map((one) => sql<SqlBool>`(${conditionOf(one, account_id)})`);
  return sql<SqlBool>`(${sql.join(parts, node.op === 'and' ? sql` and ` : sql` or `)})`;
}

/**
 * The condition of a filter over the users of a directory.
 * @throws 400 `invalidFilter`
 */
export const filterCondition = (text: string, account_id: number): RawBuilder<SqlBool> =>
  conditionOf(parseFilter(text), account_id);

/**
 * The order of a list.
 * @throws 400 `invalidFilter` for an attribute by which users are not sorted
 */
export function filterOrder(attribute: string, isDescending: boolean): RawBuilder<unknown> {
  const { column, type } = columnNamed(attribute);
  const key = type === 'text' ? folded(column) : column;
  return sql`${key} ${isDescending ? sql`desc` : sql`asc`} nulls last, u.id`;
}

/** Entra ID compares `primary` with a text. */
const withBooleans = (node: Filter): Filter => {
  if (node.op === 'not') return { ...node, filter: withBooleans(node.filter) };
  if ('filters' in node) return { ...node, filters: node.filters.map(withBooleans) };
  if (node.op === '[]' || node.op === 'pr' || typeof node.compValue !== 'string') return node;
  const text = node.compValue.toLowerCase();
  const isBoolean = node.attrPath.toLowerCase() === 'primary' && (text === 'true' || text === 'false');
  return isBoolean ? { ...node, compValue: text === 'true' } : node;
};

/** A filter in the path of a change: which values it selects, and what a value has to have to be selected. */
export interface ValueSelection {
  selects(value: unknown): boolean;
  /** The parts of a new value that the filter selects; undefined if the filter does not say. */
  readonly parts: Readonly<Record<string, unknown>> | undefined;
}

function partsOf(node: Filter): Record<string, unknown> | undefined {
  if (node.op === 'eq') return { [node.attrPath]: node.compValue };
  if (node.op !== 'and') return undefined;
  const all = node.filters.map(partsOf);
  return all.some((one) => one === undefined) ? undefined : Object.assign({}, ...all);
}

/**
 * Reads the filter of a path, as in `emails[type eq "work"]`.
 * @throws 400 `invalidFilter`
 */
export function valueSelection(text: string): ValueSelection {
  const node = withBooleans(parseFilter(text));
  const matches = filter(node);
  const selects = (value: unknown) => {
    try {
      return matches(value);
    } catch {
      throw refused('scim_filter', { text: text.slice(0, 40) });
    }
  };
  return { selects, parts: partsOf(node) };
}
