import { conditionOf, isOfTime } from '../conditions/compile.ts';
import { answeredRecord, holdsFor } from '../conditions/evaluate.ts';
import { isImported } from '../lists/import.ts';
import { togetherFields } from '../relations/nestedChildren.ts';
import { type Condition, may, type Operation, type Role } from '../schema/access.ts';
import { actionsOf, type NamedAction } from '../schema/action.ts';
import { type Entity, mayWrite } from '../schema/entity.ts';
import { type NamedTransition, ownTransitions } from '../schema/lifecycle.ts';

/** Whoever is signed in, as far as rights depend on it. */
export interface PermissionCaller {
  readonly id: number;
  readonly role: Role;
  readonly enterprise_id: number | null;
  readonly parent_id: number | null;
}

export interface Question {
  readonly entity: Entity;
  /** An operation, `export`, `import`, or a step of the lifecycle or an action by its name. */
  readonly action: string;
  readonly caller: PermissionCaller;
  /** The record as the API answers it; without one the question is about any record. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** Are there rows of the caller's at all, and is this one of them? */
function isTheirs({ entity, caller, record = {} }: Question): boolean {
  const rule = entity.access.rows[caller.role];
  if (rule === undefined) return false;
  return rule === 'everything' || holdsFor(entity, rule, answeredRecord(record), caller) !== false;
}

const allows = ({ entity, caller, record }: Question, condition: Condition | undefined): boolean =>
  !condition || !record || holdsFor(entity, condition, answeredRecord(record), caller) !== false;

/** Is the record in a state from which the step can be taken? */
function isBefore({ entity, record }: Question, { from }: NamedTransition): boolean {
  const state = record?.[entity.lifecycle?.field ?? ''];
  return state === undefined || from.includes(state as number);
}

function mayStep(question: Question, step: NamedTransition): boolean {
  const { entity, caller } = question;
  return (
    may(entity.access, 'edit', caller.role) &&
    step.roles.includes(caller.role) &&
    isBefore(question, step) &&
    allows(question, step.when)
  );
}

function mayAct(question: Question, action: NamedAction): boolean {
  const conditions = [...(action.when ?? []).map(({ holds }) => holds), action.shownWhen];
  return action.roles.includes(question.caller.role) && conditions.every((one) => allows(question, one));
}

/** Some are let in to `edit` for the steps alone: without a field or a child to set there is nothing to edit. */
const canWrite = ({ entity, caller }: Question): boolean =>
  Object.values(entity.fields).some((field) => mayWrite(field, caller.role, 'edit')) ||
  Object.keys(togetherFields(entity, [caller.role], 'edit')).length > 0;

function mayOperate(question: Question, action: Operation | 'export' | 'import'): boolean {
  const { entity, caller } = question;
  if (action === 'import') return isImported(entity) && may(entity.access, 'create', caller.role);
  if (entity.without?.includes(action)) return false;
  if (!may(entity.access, action === 'export' ? 'list' : action, caller.role)) return false;
  if (action === 'edit') return canWrite(question) && allows(question, entity.editWhile);
  return action !== 'remove' || (question.record?.['in_use'] !== true && allows(question, entity.removeWhile));
}

const operations: readonly string[] = ['list', 'get', 'create', 'edit', 'remove', 'export', 'import'];

/** Does what may be done with a record of the entity change by time alone? */
export function changesByTime(entity: Entity): boolean {
  const { editWhile, removeWhile } = entity;
  const rules = Object.values(entity.access.rows).filter((rule) => typeof rule === 'object');
  const steps = ownTransitions(entity).map(({ when }) => when);
  const actions = actionsOf(entity).flatMap(({ when = [], shownWhen }) => [
    ...when.map(({ holds }) => holds),
    shownWhen,
  ]);
  return [editWhile, removeWhile, ...rules, ...steps, ...actions].some(
    (condition) => condition !== undefined && isOfTime(conditionOf(entity, condition)),
  );
}

/**
 * May the caller do this, to this record? Answered at once from the declarations, so that a screen can ask for every
 * button. What the record at hand does not carry counts as allowed, since the server decides in the end; an action
 * that nobody declared is nobody's.
 */
export function isAllowed(question: Question): boolean {
  const { entity, action } = question;
  if (!isTheirs(question)) return false;
  if (operations.includes(action)) return mayOperate(question, action as Operation | 'export' | 'import');
  const step = ownTransitions(entity).find(({ name }) => name === action);
  if (step) return mayStep(question, step);
  const found = actionsOf(entity).find(({ name }) => name === action);
  return found !== undefined && mayAct(question, found);
}
