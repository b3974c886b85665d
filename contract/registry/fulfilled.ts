import { may, type Role, roles } from '../access.ts';
import { actionsOf } from '../action.ts';
import { conditionNames } from '../brokenRules.ts';
import { type Entity, fieldOf, mayWrite } from '../entity.ts';
import type { Field, Fields } from '../field.ts';
import type { FieldRule } from '../fieldRule.ts';
import { transitionsOf } from '../lifecycle.ts';
import type { Sets } from '../sets.ts';
import { mistake } from './mistake.ts';

/** Whether whoever makes a rule ask for a field can also fill it in. */

const canWrite = ({ access, without = [] }: Entity, field: Field, role: Role, operation: 'create' | 'edit'): boolean =>
  may(access, operation, role) && !without.includes(operation) && mayWrite(field, role, operation);

/** Roles that make a record, or change one, so that the rule asks for a field which they cannot write then. */
function stuckInBodies(entity: Entity, field: Field, causes: readonly Field[]): Role[] {
  const isStuck = (role: Role, operation: 'create' | 'edit') =>
    !canWrite(entity, field, role, operation) && causes.some((cause) => canWrite(entity, cause, role, operation));
  return roles.filter((role) => isStuck(role, 'create') || isStuck(role, 'edit'));
}

/** A step or an action, as far as what it writes goes. */
interface Writing {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly input?: Fields;
  readonly sets?: Sets;
  readonly to?: string | number;
}

/** May the condition hold in the state that a step leads to? */
function allowsState(entity: Entity, { requiredWhen = {} }: FieldRule, { to }: Writing): boolean {
  const wanted = to === undefined ? undefined : requiredWhen[entity.lifecycle?.field ?? ''];
  return wanted === undefined || [wanted].flat().includes(to as never);
}

/** Roles that take a step with which the rule asks for a field that it neither asks for nor sets, nor they by an edit. */
function stuckInStep(entity: Entity, rule: FieldRule, field: Field, step: Writing): Role[] {
  const written = [
    ...Object.keys({ ...step.input, ...step.sets }),
    ...(step.to === undefined ? [] : [entity.lifecycle?.field ?? '']),
  ];
  const isAsked = conditionNames(rule.requiredWhen ?? {}).some((name) => written.includes(name));
  if (!isAsked || written.includes(rule.field) || !allowsState(entity, rule, step)) return [];
  return step.roles.filter((role) => !canWrite(entity, field, role, 'edit'));
}

/** A field that a rule requires and who is asked for it cannot fill in. In: the rule, and its field. */
export function checkFulfilled(entity: Entity, rule: FieldRule, field: Field): string[] {
  if (!rule.requiredWhen || (field.default ?? null) !== null) return [];
  const place = `rules, ${rule.field},`;
  const names = conditionNames(rule.requiredWhen);
  const causes = names.flatMap((name) => fieldOf(entity, name) ?? []);
  const stuck = stuckInBodies(entity, field, causes);
  const steps: Writing[] = [...(entity.lifecycle ? transitionsOf(entity.lifecycle) : []), ...actionsOf(entity)];
  const advice = `let them write "${rule.field}", or give it a default`;
  return [
    ...(stuck.length === 0
      ? []
      : [
          mistake(
            entity,
            place,
            `is required by ${names.map((name) => `"${name}"`).join(', ')}, which ${stuck.join(', ')} may set without it; ${advice}`,
          ),
        ]),
    ...steps.flatMap((step) => {
      const who = stuckInStep(entity, rule, field, step);
      if (who.length === 0) return [];
      return [
        mistake(
          entity,
          place,
          `may be required with "${step.name}", whose ${who.join(', ')} cannot set it; ask for it in its "input", or ${advice}`,
        ),
      ];
    }),
  ];
}
