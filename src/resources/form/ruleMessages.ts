import { brokenRules, neededFields } from '../../../contract/conditions/checkRules.ts';
import { answeredRecord, type ConditionRecord, formRecord } from '../../../contract/conditions/evaluate.ts';
import { entityNamed } from '../../../contract/index.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { isFixed, type Sets } from '../../../contract/schema/assignedValues.ts';
import { type Entity, fieldOf, sourceOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { presentCaller } from '../../authProvider/authProvider.ts';
import { changedIn, touchedRows } from '../../dataProvider/forms/childRows.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import type { Messages, Values } from '../formState/contractResolver.ts';
import { isBlank } from './enteredValues.ts';

/** The field as an input of these asks for it, by itself or within an object; undefined where none does. */
const askedIn = (fields: Fields, name: string): Field | undefined =>
  fields[name] ?? (Object.hasOwn(fields, name.split('.')[0] ?? '') ? fieldOf({ fields }, name) : undefined);

/** Messages by the names of fields, below the inputs that there are for them. */
const belowInputs = (fields: Fields, broken: Readonly<Record<string, string>>): Messages =>
  Object.fromEntries(
    Object.entries(broken).flatMap(([name, said]) => {
      const field = askedIn(fields, name);
      return field ? [[sourceOf(name, field), said] as const] : [];
    }),
  );

/** What the rules between fields say, below the inputs that this form has. In: the entity, and the fields of the form. */
export const ruleMessages =
  (entity: Entity, fields: Fields) =>
  (values: Values): Messages =>
    belowInputs(fields, brokenRules(entity, formRecord(values), presentCaller()));

/** What the rules between the fields of children say, below the inputs of their rows. In: the fields of the parent's form. */
export const childMessages =
  (fields: Fields) =>
  (values: Values): Messages =>
    Object.assign({}, ...Object.entries(fields).map(([name, field]) => sectionMessages(name, field, values[name])));

function sectionMessages(name: string, field: Field, value: unknown): Messages {
  const { forms, to = '' } = field;
  if (!forms) return {};
  const said = touchedRows(field, value)
    .filter(([, row]) => !row.remove)
    .flatMap(([place, row]) => {
      const written = row.id === undefined ? undefined : changedIn(forms, row);
      const broken = brokenRules(entityNamed(to), formRecord({ ...row._was, ...row }), presentCaller(), written);
      return Object.entries(broken).map(([inner, message]) => [`${name}.${place}.${inner}`, message]);
    });
  return Object.fromEntries(said);
}

/** The fields that the rules want filled, as a form is; by name. */
export const neededIn = (entity: Entity, values: Values): ReadonlySet<string> =>
  neededFields(entity, formRecord(values), presentCaller());

/** What is taken with a record: a step or an action. */
interface Taken {
  readonly input?: Fields;
  readonly sets?: Sets;
  /** The state that it leads to. */
  readonly to?: number | string;
}

/** What a step or an action sets of a field; undefined where it does not. */
function setBy({ sets = {}, to }: Taken, state: string | undefined, name: string): unknown {
  if (to !== undefined && name === state) return to;
  const value = Object.hasOwn(sets, name) ? sets[name] : undefined;
  if (value === undefined || isFixed(value)) return value;
  return 'now' in value ? new Date().toISOString() : (presentCaller()?.[value.me] ?? null);
}

/**
 * The record as a step or an action would leave it. In: what was entered, and the names of what began with the record's own
 * value, which is emptied by being blank; all else that is blank the record keeps.
 */
function takenRecord(entity: Entity, record: RecordData, taken: Taken, values: Values, begun: readonly string[]) {
  const before = answeredRecord(record);
  return {
    ...before,
    value: (at) => {
      const [head, ...keys] = at.path;
      const set = setBy(taken, entity.lifecycle?.field, head);
      if (set !== undefined) return set;
      const input = taken.input?.[head];
      const entered = input && valueAt(values, [...sourceOf(head, input).split('.'), ...keys]);
      return isBlank(entered) && !begun.includes(head) ? before.value(at) : (entered ?? null);
    },
  } satisfies ConditionRecord;
}

/** What the rules between fields say of a record as a step or an action would leave it, below the inputs of its dialog. */
export const takenMessages =
  (entity: Entity, record: RecordData, taken: Taken, begun: readonly string[] = []) =>
  (values: Values): Messages => {
    const { input = {}, sets = {}, to } = taken;
    const state = to === undefined ? [] : [entity.lifecycle?.field ?? ''];
    const written = [...Object.keys({ ...input, ...sets }), ...state];
    const after = takenRecord(entity, record, taken, values, begun);
    return belowInputs(input, brokenRules(entity, after, presentCaller(), written));
  };
