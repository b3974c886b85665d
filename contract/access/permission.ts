import { compileCondition, conditionDependsOnTime } from '../conditions/compile.ts';
import { answeredRecord, conditionHolds } from '../conditions/evaluate.ts';
import { hasImport } from '../lists/import.ts';
import { nestedChildFields } from '../relations/nestedChildren.ts';
import { type Condition, hasRight, type Operation, type Role } from '../schema/access.ts';
import { type NamedAction, namedActions } from '../schema/action.ts';
import { type Entity, mayWrite } from '../schema/entity.ts';
import { entitySteps, type NamedStep } from '../schema/lifecycle.ts';

/** Whoever is signed in, as far as rights depend on it. */
export interface PermissionCaller {
  readonly id: number;
  readonly role: Role;
  readonly enterprise_id: number | null;
  readonly parent_id: number | null;
}

export interface PermissionQuery {
  readonly entity: Entity;
  /** An operation, `export`, `import`, or a step of the lifecycle or an action by its name. */
  readonly action: string;
  readonly caller: PermissionCaller;
  /** The record as the API answers it; without one the question is about any record. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** Are there rows of the caller's at all, and is this one of them? */
function isInCallerScope({ entity, caller, record = {} }: PermissionQuery): boolean {
  const rule = entity.access.rows[caller.role];
  if (rule === undefined) return false;
  return rule === 'everything' || conditionHolds(entity, rule, answeredRecord(record), caller) !== false;
}

const conditionAllows = ({ entity, caller, record }: PermissionQuery, condition: Condition | undefined): boolean =>
  !condition || !record || conditionHolds(entity, condition, answeredRecord(record), caller) !== false;

/** Is the record in a state from which the step can be taken? */
function isInFromState({ entity, record }: PermissionQuery, { from }: NamedStep): boolean {
  const state = record?.[entity.lifecycle?.field ?? ''];
  return state === undefined || from.includes(state as number);
}

function mayTakeStep(question: PermissionQuery, step: NamedStep): boolean {
  const { entity, caller } = question;
  return (
    hasRight(entity.access, 'edit', caller.role) &&
    step.roles.includes(caller.role) &&
    isInFromState(question, step) &&
    conditionAllows(question, step.when)
  );
}

function mayTakeAction(question: PermissionQuery, action: NamedAction): boolean {
  const conditions = [...(action.when ?? []).map(({ holds }) => holds), action.shownWhen];
  return action.roles.includes(question.caller.role) && conditions.every((one) => conditionAllows(question, one));
}

/** Some are let in to `edit` for the steps alone: without a field or a child to set there is nothing to edit. */
const mayEditSomething = ({ entity, caller }: PermissionQuery): boolean =>
  Object.values(entity.fields).some((field) => mayWrite(field, caller.role, 'edit')) ||
  Object.keys(nestedChildFields(entity, [caller.role], 'edit')).length > 0;

function mayOperate(question: PermissionQuery, action: Operation | 'export' | 'import'): boolean {
  const { entity, caller } = question;
  if (action === 'import') return hasImport(entity) && hasRight(entity.access, 'create', caller.role);
  if (entity.without?.includes(action)) return false;
  if (!hasRight(entity.access, action === 'export' ? 'list' : action, caller.role)) return false;
  if (action === 'edit') return mayEditSomething(question) && conditionAllows(question, entity.editWhile);
  return action !== 'remove' || (question.record?.['in_use'] !== true && conditionAllows(question, entity.removeWhile));
}

const operations: readonly string[] = ['list', 'get', 'create', 'edit', 'remove', 'export', 'import'];

/** Does what may be done with a record of the entity change by time alone? */
export function permissionDependsOnTime(entity: Entity): boolean {
  const { editWhile, removeWhile } = entity;
  const rules = Object.values(entity.access.rows).filter((rule) => typeof rule === 'object');
  const steps = entitySteps(entity).map(({ when }) => when);
  const actions = namedActions(entity).flatMap(({ when = [], shownWhen }) => [
    ...when.map(({ holds }) => holds),
    shownWhen,
  ]);
  return [editWhile, removeWhile, ...rules, ...steps, ...actions].some(
    (condition) => condition !== undefined && conditionDependsOnTime(compileCondition(entity, condition)),
  );
}

/**
 * May the caller do this, to this record? Answered at once from the declarations, so that a screen can ask for every
 * button. What the record at hand does not carry counts as allowed, since the server decides in the end; an action
 * that nobody declared is nobody's.
 */
export function isAllowed(question: PermissionQuery): boolean {
  const { entity, action } = question;
  if (!isInCallerScope(question)) return false;
  if (operations.includes(action)) return mayOperate(question, action as Operation | 'export' | 'import');
  const step = entitySteps(entity).find(({ name }) => name === action);
  if (step) return mayTakeStep(question, step);
  const found = namedActions(entity).find(({ name }) => name === action);
  return found !== undefined && mayTakeAction(question, found);
}
