import { type ConditionTree, parseCondition } from '../../conditions/compile.ts';
import { conditionNames } from '../../conditions/condition.ts';
import { summedKinds } from '../../lists/totals.ts';
import type { Role } from '../../schema/access.ts';
import { mayReadRecords, roles } from '../../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type ExpressionFormula, type Formula, operandsOf } from '../../schema/field/formula.ts';
import { calculationProblem, comparisonProblem } from '../constraints/expressions.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, countableField, mistake } from '../support/mistake.ts';

/** Mistakes without the place, which the caller puts in front. */
type Problems = readonly string[];

/** True if the condition reads the caller or other records. */
function readsCallerOrOthers(tree: ConditionTree): boolean {
  if (tree.node === 'all' || tree.node === 'any') return tree.of.some(readsCallerOrOthers);
  return tree.node === 'not' ? readsCallerOrOthers(tree.of) : ['mine', 'through', 'referenced'].includes(tree.node);
}

const needsBoolean = 'is worked out as yes or no; make it a boolean';

function checkWhen(field: Field, tree: ConditionTree): Problems {
  return [
    ...(field.kind === 'boolean' ? [] : [needsBoolean]),
    ...(readsCallerOrOthers(tree) ? ['asks for the caller or for other records; write values of its own fields'] : []),
  ];
}

/** The fields that a formula reads; none of an expression that cannot be read. */
function fieldsRead(formula: Formula): readonly string[] {
  try {
    return 'when' in formula ? conditionNames(formula.when) : operandsOf(formula);
  } catch {
    return [];
  }
}

/** The fields that the formula of a field reads, itself or through other formulas. */
function fieldsReached({ fields }: Entity, name: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const reach = (one: string): void => {
    const formula = Object.hasOwn(fields, one) ? fields[one]?.formula : undefined;
    for (const read of formula ? fieldsRead(formula) : [])
      if (!reached.has(read)) {
        reached.add(read);
        reach(read);
      }
  };
  reach(name);
  return reached;
}

/** The field that is declared first in the circle of formulas that a field is part of; undefined if it is in none. */
function firstOfCircle(entity: Entity, name: string): string | undefined {
  const reached = fieldsReached(entity, name);
  if (!reached.has(name)) return undefined;
  return Object.keys(entity.fields).find((one) => reached.has(one) && fieldsReached(entity, one).has(name));
}

/** A share is a number, of two numbers or of two amounts in one currency. */
function checkShare(field: Field, [part, whole]: readonly (Field | undefined)[]): Problems {
  if (field.kind === 'money') return ['is a share in percent; make it decimal or integer'];
  if ((part?.kind === 'money') !== (whole?.kind === 'money'))
    return ['compares an amount and a number; write two of one kind'];
  return part?.currency === whole?.currency
    ? []
    : ['compares amounts of two currencies; write amounts with the same "currency"'];
}

/** A formula uses only numbers of the record, and amounts of the same currency result in an amount. */
function checkNumbers(entity: Entity, field: Field, names: readonly string[]): Problems {
  const fields = names.map((name) => countableField(entity, name));
  const unusable = names.filter((_, at) => !summedKinds.includes(fields[at]?.kind ?? 'text'));
  if (unusable.length > 0)
    return unusable.map(
      (name) => `counts with "${name}"; write stored or calculated fields of the kinds ${summedKinds.join(', ')}`,
    );
  if (!summedKinds.includes(field.kind)) return [`is worked out as a number; make it ${summedKinds.join(', ')}`];
  const amounts = fields.filter((one) => one?.kind === 'money');
  if (field.formula && 'share' in field.formula) return checkShare(field, fields);
  const isAmount = field.kind === 'money';
  if (isAmount !== amounts.length > 0) return ['mixes amounts and numbers; make it money where it counts with money'];
  if (amounts.some((one) => one?.currency !== field.currency))
    return ['has another currency than the amounts that it counts with; write theirs'];
  if ('times' in (field.formula ?? {})) return amounts.length > 1 ? ['multiplies two amounts; write one of them'] : [];
  return isAmount && amounts.length < names.length ? ['takes a number from an amount; write two amounts'] : [];
}

/** Every role that reads the result must be able to read its operands. */
function checkReaders(entity: Entity, field: Field, names: readonly string[]): Problems {
  const isReader = (role: Role) => mayReadRecords(entity.access, role) && mayRead(field, role);
  return names.flatMap((name) => {
    const operand = fieldOf(entity, name);
    const deniedRoles = roles.filter((role) => operand && isReader(role) && !mayRead(operand, role));
    return deniedRoles.length > 0
      ? [`tells of "${name}", which ${deniedRoles.join(', ')} may not read; say "read" of it`]
      : [];
  });
}

function checkExpression(entity: Entity, field: Field, formula: ExpressionFormula): Problems {
  const { expression } = formula;
  const problem =
    field.kind === 'boolean' ? comparisonProblem(entity, expression) : calculationProblem(entity, expression, field);
  if (problem !== undefined) return [`is computed by "${expression}", which ${problem}`];
  return checkReaders(entity, field, operandsOf(formula));
}

function checkFormula(context: CheckContext, name: string, field: Field): string[] {
  const { entity } = context;
  const { formula } = field;
  if (!formula) return [];
  const of = (wrong: Problems) => wrong.map((what) => mistake(entity, name, what));
  if (!field.computed) return of(['has a formula and a column of its own; write computed(…) around it']);
  const first = firstOfCircle(entity, name);
  if (first !== undefined) return first === name ? of(['is computed from itself; name other fields']) : [];
  if ('expression' in formula) return of(checkExpression(entity, field, formula));
  if (!('when' in formula)) {
    const names = operandsOf(formula);
    return of([...checkNumbers(entity, field, names), ...checkReaders(entity, field, names)]);
  }
  const conditionMistakes = checkCondition(context, `${name}, "when",`, entity, formula.when);
  if (conditionMistakes.length > 0) return conditionMistakes;
  const { tree } = parseCondition(entity, formula.when, 'row');
  return of([...checkWhen(field, tree), ...checkReaders(entity, field, fieldsRead(formula))]);
}

/**
 * Checks that the database can compute each formula, and that it reveals nothing to roles that may not read the
 * operands.
 */
export const checkFormulas: Check = (context) =>
  Object.entries(context.entity.fields).flatMap(([name, field]) => checkFormula(context, name, field));
