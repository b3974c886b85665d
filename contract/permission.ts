import { type Condition, type Me, may, type Operation, type Role } from './access.ts';
import { type Entity, fieldOf, mayWrite, sourceOf } from './entity.ts';
import { entityNamed } from './index.ts';
import { type NamedTransition, transitionsOf } from './lifecycle.ts';

/** Whoever is signed in, as far as rights depend on it. */
export interface PermissionCaller {
  readonly id: number;
  readonly role: Role;
  readonly enterprise_id: number | null;
  readonly parent_id: number | null;
}

export interface Question {
  readonly entity: Entity;
  /** An operation, `export`, or a step of the lifecycle by its name. */
  readonly action: string;
  readonly caller: PermissionCaller;
  /** The record as the API answers it; without one the question is about any record. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

type Values = Readonly<Record<string, unknown>>;
type Wanted = Condition[string];
/** Undefined where the record at hand does not carry what is asked for. */
type Verdict = boolean | undefined;

const all = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true;
const any = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false;

const at = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Values | null | undefined)?.[key], record);

/** A field's value in an answer: at its place, else the id of the record that is embedded for it. */
function valueIn(entity: Entity, record: Values, name: string): unknown {
  const field = fieldOf(entity, name);
  const value = field && at(record, sourceOf(name, field));
  if (value !== undefined || !field?.as || field.kind !== 'reference') return value ?? at(record, name) ?? value;
  const embedded = record[field.as];
  return embedded === null ? null : at(embedded, 'id');
}

/** The record that a reference points to, as far as it is embedded; its id is known from the reference itself. */
function pointed(entity: Entity, record: Values, name: string, id: unknown): Values {
  const embedded = record[entity.fields[name]?.as ?? name];
  return { id, ...(typeof embedded === 'object' ? embedded : undefined) };
}

const isObject = (wanted: Wanted): wanted is Condition => typeof wanted === 'object' && wanted !== null;

function judgePart(entity: Entity, name: string, wanted: Wanted, caller: PermissionCaller, record: Values): Verdict {
  const mine = isObject(wanted) && 'me' in wanted ? caller[(wanted as unknown as Me).me] : undefined;
  if (mine === null) return false;
  const value = valueIn(entity, record, name);
  if (value === undefined) return undefined;
  if (Array.isArray(wanted)) return wanted.includes(value as never);
  if (!isObject(wanted)) return value === wanted;
  if (mine !== undefined) return value === mine;
  if (value === null) return false;
  // What other records hold is the server's to look up.
  if ('through' in wanted) return undefined;
  const target = entityNamed(entity.fields[name]?.to ?? '');
  return judge(target, wanted, caller, pointed(entity, record, name, value));
}

/** Does the record satisfy the condition? The twin of `where` in server/records/scope.ts, over an answer. */
function judge(entity: Entity, condition: Condition, caller: PermissionCaller, record: Values): Verdict {
  return all(
    Object.entries(condition).map(([name, wanted]) =>
      name === 'anyOf'
        ? any((wanted as readonly Condition[]).map((one) => judge(entity, one, caller, record)))
        : judgePart(entity, name, wanted, caller, record),
    ),
  );
}

/** Are there rows of the caller's at all, and is this one of them? */
function isTheirs({ entity, caller, record = {} }: Question): boolean {
  const rule = entity.access.rows[caller.role];
  if (rule === undefined) return false;
  return rule === 'everything' || judge(entity, rule, caller, record) !== false;
}

const allows = ({ entity, caller, record }: Question, condition: Condition | undefined): boolean =>
  !condition || !record || judge(entity, condition, caller, record) !== false;

function mayStep(question: Question, step: NamedTransition): boolean {
  const { entity, caller } = question;
  const state = { [entity.lifecycle?.field ?? '']: step.from };
  return (
    may(entity.access, 'edit', caller.role) &&
    step.roles.includes(caller.role) &&
    allows(question, state) &&
    allows(question, step.when)
  );
}

/** Some are let in to `edit` for the steps alone: without a field to set there is nothing to edit. */
const canWrite = ({ entity, caller }: Question): boolean =>
  Object.values(entity.fields).some((field) => mayWrite(field, caller.role, 'edit'));

function mayOperate(question: Question, action: Operation | 'export'): boolean {
  const { entity, caller } = question;
  if (entity.without?.includes(action)) return false;
  if (!may(entity.access, action === 'export' ? 'list' : action, caller.role)) return false;
  if (action === 'edit') return canWrite(question) && allows(question, entity.editWhile);
  return action !== 'remove' || allows(question, entity.removeWhile);
}

const operations: readonly string[] = ['list', 'get', 'create', 'edit', 'remove', 'export'];

/**
 * May the caller do this, to this record? Answered at once from the declarations, so that a screen can ask for every
 * button. What the record at hand does not carry counts as allowed, since the server decides in the end; an action
 * that nobody declared is nobody's.
 */
export function isAllowed(question: Question): boolean {
  const { entity, action } = question;
  if (!isTheirs(question)) return false;
  if (operations.includes(action)) return mayOperate(question, action as Operation | 'export');
  const step = entity.lifecycle && transitionsOf(entity.lifecycle).find(({ name }) => name === action);
  return step !== undefined && mayStep(question, step);
}
