import { type Condition, may, operations, type Role, roles } from '../access.ts';
import { type Entity, fieldOf } from '../entity.ts';
import { type NamedTransition, transitionsOf } from '../lifecycle.ts';
import { checkCondition } from './condition.ts';
import { checkFields, checkLabel } from './fields.ts';
import { type Check, type Look, mistake } from './mistake.ts';

function checkRole({ entity, entities }: Look, role: Role): string[] {
  const rule = entity.access.rows[role];
  const named = operations.some((operation) => may(entity.access, operation, role));
  const place = `access.rows.${role}`;
  if (named && rule === undefined) return [mistake(entity, 'access', `lets ${role} in and gives no rows for it`)];
  if (!named && rule !== undefined) return [mistake(entity, place, 'is for a role that no operation lets in')];
  return typeof rule === 'object' ? checkCondition({ entity, entities }, place, entity, rule) : [];
}

/** The roles of an entity, and which rows are theirs. */
export const checkAccess: Check = (look) => roles.flatMap((role) => checkRole(look, role));

/** Looks at a condition over a whole record, as forms and steps ask it; a dotted name is a field of an object. */
const checkHolds = (entity: Entity, place: string, condition: Condition = {}): string[] =>
  Object.keys(condition)
    .filter((name) => !fieldOf(entity, name))
    .map((name) => mistake(entity, place, `depends on "${name}", which is no field`));

/** The conditions under which fields are shown, those inside objects too. */
export const checkShown: Check = ({ entity }) =>
  Object.entries(entity.fields).flatMap(([name, field]) => [
    ...checkHolds(entity, name, field.shownWhen),
    ...Object.entries(field.fields ?? {}).flatMap(([inner, { shownWhen }]) =>
      checkHolds(entity, `${name}.${inner}`, shownWhen),
    ),
  ]);

function checkStep(look: Look, states: readonly unknown[], step: NamedTransition): string[] {
  const { entity } = look;
  const place = `lifecycle.${step.name}`;
  const lost = [...step.from, step.to].filter((state) => !states.includes(state));
  const idle = step.roles.filter((role) => !may(entity.access, 'edit', role));
  const taken = [...operations, 'export'].includes(step.name);
  return [
    ...(taken ? [mistake(entity, place, 'has the name of an operation')] : []),
    ...[...new Set(lost)].map((state) => mistake(entity, place, `names the state ${state}, which is no choice`)),
    ...idle.map((role) => mistake(entity, place, `is for ${role}, who may not edit`)),
    ...checkLabel(entity, place, step.label),
    ...checkFields(look, place, step.input ?? {}),
    ...checkHolds(entity, place, step.when),
  ];
}

/** The steps of an entity's lifecycle. */
export const checkLifecycle: Check = (look) => {
  const { lifecycle, fields } = look.entity;
  if (!lifecycle) return [];
  const field = Object.hasOwn(fields, lifecycle.field) ? fields[lifecycle.field] : undefined;
  if (field?.kind !== 'choice')
    return [mistake(look.entity, 'lifecycle', `is over "${lifecycle.field}", which is no choice`)];
  const states = (field.choices ?? []).map(({ id }) => id);
  return transitionsOf(lifecycle).flatMap((step) => checkStep(look, states, step));
};
