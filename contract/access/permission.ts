import { compileCondition, conditionDependsOnTime } from '../conditions/compile.ts';
import { answeredRecord, conditionHolds } from '../conditions/evaluate.ts';
import { hasImport } from '../lists/hasImport.ts';
import { nestedChildFields } from '../relations/nestedChildren.ts';
import { type Condition, hasRight, type Operation, type Role } from '../schema/access.ts';
import { type NamedAction, namedActions } from '../schema/action.ts';
import { type Entity, mayWrite } from '../schema/entity.ts';
import { entitySteps, type NamedStep, type State } from '../schema/lifecycle.ts';
import { conditionsOf } from '../schema/requirement.ts';

/** The properties of a signed-in user that permissions depend on. */
export interface PermissionCaller {
  readonly id: number;
  readonly role: Role;
  readonly enterprise_id: number | null;
  readonly parent_id: number | null;
  /** The properties that the role declares as its own. */
  readonly own?: Readonly<Record<string, number | null>>;
}

export interface PermissionQuery {
  readonly entity: Entity;
  /** An operation, `export`, `import`, or the name of a step or an action. */
  readonly action: string;
  readonly caller: PermissionCaller;
  /** The record as the API answers it. Without one the query is about records in general. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** True if the caller has rows of the entity, and the record may be one of them. */
function isInCallerScope({ entity, caller, record = {} }: PermissionQuery): boolean {
  const rule = entity.access.rows[caller.role];
  if (rule === undefined) return false;
  return rule === 'everything' || conditionHolds(entity, rule, answeredRecord(record), caller) !== false;
}

/** True if the record meets the condition, as far as it is known. */
export const conditionAllows = (
  { entity, caller, record }: PermissionQuery,
  condition: Condition | undefined,
): boolean => !condition || !record || conditionHolds(entity, condition, answeredRecord(record), caller) !== false;

/** True if the step may start from the record's state. */
function isInFromState({ entity, record }: PermissionQuery, { from }: NamedStep): boolean {
  const state = record?.[entity.lifecycle?.field ?? ''];
  return state === undefined || from.includes(state as State);
}

function mayTakeStep(query: PermissionQuery, step: NamedStep): boolean {
  const { entity, caller } = query;
  return (
    hasRight(entity.access, 'edit', caller.role) &&
    step.roles.includes(caller.role) &&
    isInFromState(query, step) &&
    conditionsOf(step).every((one) => conditionAllows(query, one))
  );
}

function mayTakeAction(query: PermissionQuery, action: NamedAction): boolean {
  return action.roles.includes(query.caller.role) && conditionsOf(action).every((one) => conditionAllows(query, one));
}

/**
 * Some roles have the right to `edit` only for the sake of steps. Without a writable field or child there is nothing to
 * edit.
 */
const mayEditSomething = ({ entity, caller }: PermissionQuery): boolean =>
  Object.values(entity.fields).some((field) => mayWrite(field, caller.role, 'edit')) ||
  Object.keys(nestedChildFields(entity, [caller.role], 'edit')).length > 0;

function mayOperate(query: PermissionQuery, action: Operation | 'export' | 'import'): boolean {
  const { entity, caller } = query;
  if (action === 'import') return hasImport(entity) && hasRight(entity.access, 'create', caller.role);
  if (entity.without?.includes(action)) return false;
  if (!hasRight(entity.access, action === 'export' ? 'list' : action, caller.role)) return false;
  if (action === 'edit') return mayEditSomething(query) && conditionAllows(query, entity.editWhile);
  return action !== 'remove' || (query.record?.['in_use'] !== true && conditionAllows(query, entity.removeWhile));
}

const operations: readonly string[] = ['list', 'get', 'create', 'edit', 'remove', 'export', 'import'];

/** True if permissions on a record of the entity can change merely because time passes. */
export function permissionDependsOnTime(entity: Entity): boolean {
  const { editWhile, removeWhile } = entity;
  const rules = Object.values(entity.access.rows).filter((rule) => typeof rule === 'object');
  const ofSteps = [...entitySteps(entity), ...namedActions(entity)].flatMap(conditionsOf);
  return [editWhile, removeWhile, ...rules, ...ofSteps].some(
    (condition) => condition !== undefined && conditionDependsOnTime(compileCondition(entity, condition)),
  );
}

/**
 * True if the caller may do this to the record. It uses only declarations, so that a screen can ask for every button.
 * Missing data of the record counts as allowed, since the server decides in the end. Nobody may take an undeclared
 * action.
 */
export function isAllowed(query: PermissionQuery): boolean {
  const { entity, action } = query;
  // Rights come first: a role without them needs no more of the declaration than its outline.
  if (operations.includes(action))
    return mayOperate(query, action as Operation | 'export' | 'import') && isInCallerScope(query);
  if (!isInCallerScope(query)) return false;
  const step = entitySteps(entity).find(({ name }) => name === action);
  if (step) return mayTakeStep(query, step);
  const found = namedActions(entity).find(({ name }) => name === action);
  return found !== undefined && mayTakeAction(query, found);
}
