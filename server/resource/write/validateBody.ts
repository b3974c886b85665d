import { hasFieldRules } from '../../../contract/conditions/checkRules.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { itemOperation } from '../../../contract/kinds/nestedItem.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { type Entity, mayWrite, writePathOf } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { checkReferences, mergeObjects, parseBody } from './body.ts';
import { emptyRecord, plainDefaults } from './defaults.ts';
import { checkBodyRules } from './fieldRules.ts';
import { atItem, splitChildren } from './nestedChildren.ts';
import { Refusals } from './refusals.ts';

type Operation = 'create' | 'edit';

/** The values of a valid body: those of the record, and those of its children by section. */
interface ValidBody {
  readonly own: FieldValues;
  readonly children: FieldValues;
}

const isObject = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of a body as they were sent, by field name, whether they are valid or not; an empty text is null. */
function sentValues({ fields }: Entity, body: unknown): FieldValues {
  const sent = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = isObject(body) ? valueAt(body, writePathOf(name, field)) : undefined;
    return value === undefined ? [] : [[name, value === '' ? null : value]];
  });
  return Object.fromEntries(sent);
}

/** Without the values of fields at or in which something is wrong. */
const withoutErrors = (fields: Fields, values: FieldValues, errors: readonly string[]): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const path = fields[name] ? writePathOf(name, fields[name]) : name;
      return !errors.some((one) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}[`));
    }),
  );

/** Refuses the references of a body that its own rules refuse: those of its valid fields that the caller may set. */
async function checkSentReferences(context: Context, entity: Entity, sent: FieldValues, operation: Operation) {
  const { role } = callerOf(context);
  const fields = Object.entries(entity.fields).filter(([, field]) => mayWrite(field, role, operation));
  const own = Object.fromEntries(fields);
  const values = Object.entries(sent).filter(([name]) => Object.hasOwn(own, name));
  await checkReferences(context, own, Object.fromEntries(values));
}

/**
 * Validates a body: each field, its references, and the rules between its fields.
 * @param before the record before it is written: the stored one, or a new one without any input
 * @returns the values by field name
 * @throws 422 with everything that is wrong
 */
export async function validateBody(
  context: Context,
  entity: Entity,
  operation: Operation,
  body: unknown,
  before: FieldValues,
): Promise<ValidBody> {
  const refusals = new Refusals();
  const { role } = callerOf(context);
  const row = operation === 'edit' ? (before as RecordRow) : undefined;
  const parsed = await refusals.attempt(() => parseBody(entity, role, operation, body, row));
  const split = parsed && splitChildren(entity, parsed);
  await checkNewChildren(context, entity, body, refusals);
  // An edit checks the references that it changes, once it knows which.
  if (split && operation === 'edit' && !refusals.any) return split;
  const sent = sentValues(entity, body);
  if (split) await refusals.attempt(() => checkReferences(context, entity.fields, split.own));
  else {
    const wrong = Object.keys(refusals.fields);
    const valid = withoutErrors(entity.fields, sent, wrong);
    await refusals.attempt(() => checkSentReferences(context, entity, valid, operation));
  }
  if (refusals.any) await checkSentRules(context, entity, operation, before, sent, refusals);
  refusals.throwIfAny();
  return split as ValidBody;
}

/**
 * Validates the fields of a body; if it is refused, names the rules between its fields as well. Reads no table.
 * @param isRefused true if something else in it is refused already
 * @param before as for `validateBody`
 * @returns the values by field name
 * @throws 422 with everything that is wrong
 */
export async function parseWithRules(
  context: Context,
  entity: Entity,
  operation: Operation,
  body: FieldValues,
  before: FieldValues,
  isRefused: boolean,
): Promise<FieldValues> {
  const refusals = new Refusals();
  const { role } = callerOf(context);
  const row = operation === 'edit' ? (before as RecordRow) : undefined;
  const parsed = await refusals.attempt(() => parseBody(entity, role, operation, body, row));
  if (refusals.any || isRefused)
    await checkSentRules(context, entity, operation, before, sentValues(entity, body), refusals);
  refusals.throwIfAny();
  return parsed as FieldValues;
}

/** Adds the rules between the fields of the new children in a body, each at its path. */
async function checkNewChildren(context: Context, entity: Entity, body: unknown, refusals: Refusals): Promise<void> {
  if (!isObject(body)) return;
  for (const [section, declared] of Object.entries(entity.children ?? {})) {
    const child = declared.nested ? entity.contract.entity(declared.entity) : undefined;
    const items = Array.isArray(body[section]) ? body[section].slice(0, mostChildren) : [];
    if (!child || !hasFieldRules(child)) continue;
    for (const [at, item] of items.entries()) {
      if (!isObject(item) || itemOperation(item) !== 'made') continue;
      await refusals.attempt(() =>
        atItem({ name: section, child, by: declared.by }, `${section}[${at}]`, async () =>
          checkNewRecord(context, child, sentValues(child, item)),
        ),
      );
    }
  }
}
/** How many children of a section are checked; a list has at most as many, and is refused if it has more. */
const mostChildren = 100;

/** Checks the rules between the fields of a new record, with its computed defaults. */
function checkNewRecord(context: Context, entity: Entity, sent: FieldValues): void {
  const started = plainDefaults(context, entity, withoutTimes(entity, sent));
  checkBodyRules(context, entity, 'create', { ...emptyRecord(context, entity), ...started, ...sent });
}

/** Without points in time and days, from which a default may be derived only once they are known to be valid. */
const withoutTimes = ({ fields }: Entity, sent: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => fields[name] && !kinds[fields[name].kind].time));

/** Adds the rules between fields that a refused body breaks as well. */
async function checkSentRules(
  context: Context,
  entity: Entity,
  operation: Operation,
  before: FieldValues,
  sent: FieldValues,
  refusals: Refusals,
): Promise<void> {
  if (!hasFieldRules(entity)) return;
  if (operation === 'edit') {
    const values = { ...before, ...mergeObjects(entity, before as RecordRow, sent) };
    await refusals.attempt(() => checkBodyRules(context, entity, operation, values, Object.keys(sent), before));
    return;
  }
  const valid = withoutErrors(entity.fields, sent, Object.keys(refusals.fields));
  const started = plainDefaults(context, entity, valid);
  await refusals.attempt(() => checkBodyRules(context, entity, operation, { ...before, ...started, ...sent }));
}
