import { type ConditionScope, parseCondition } from '../../conditions/compile.ts';
import { conditionNames } from '../../conditions/condition.ts';
import { type ConditionRecord, evaluate } from '../../conditions/evaluate.ts';
import { isComputedDefault } from '../../schema/field/default.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { type Check, type CheckContext, mistake } from '../support/mistake.ts';
import { stepAndActionInputs } from '../support/walkFields.ts';

type Named = readonly (readonly [name: string, field: Field])[];

/** The fields of a form with their paths, those inside objects included. */
const namedFields = (fields: Fields, prefix = ''): Named =>
  Object.entries(fields).flatMap(
    ([name, field]): Named => [[prefix + name, field], ...namedFields(field.fields ?? {}, `${prefix}${name}.`)],
  );

/** The value of a field before somebody fills it in; undefined if it is not known, as of one that the server sets. */
function startValue({ default: start, kind, readOnly }: Field): unknown {
  if (readOnly || isComputedDefault(start)) return undefined;
  return start ?? (kind === 'boolean' ? false : null);
}

/** The fields that a form shows at some time, starting from those without a condition. */
function shownAtSomeTime(over: ConditionScope, all: Named): ReadonlySet<string> {
  const shown = new Set(all.filter(([, { shownWhen }]) => !shownWhen).map(([name]) => name));
  const fields = new Map(all);
  const record: ConditionRecord = {
    value: ({ path }) => {
      const name = path.join('.');
      const field = fields.get(name);
      return field === undefined || shown.has(name) ? undefined : startValue(field);
    },
  };
  for (let before = -1; before < shown.size; ) {
    before = shown.size;
    for (const [name, { shownWhen }] of all)
      if (shownWhen && evaluate(parseCondition(over, shownWhen, 'values').tree, record, undefined) !== false)
        shown.add(name);
  }
  return shown;
}

/**
 * The way from a field back to itself over others that conditions ask for; undefined if there is none. A field may ask
 * for its own value: the page of a record then shows it while it has that value.
 */
function wayBack(asks: ReadonlyMap<string, readonly string[]>, from: string): readonly string[] | undefined {
  const ways: string[][] = [[from]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way; way = ways.shift())
    for (const next of asks.get(way.at(-1) ?? '') ?? []) {
      if (next === from) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return undefined;
}

function circlesIn({ entity }: CheckContext, prefix: string, over: ConditionScope): string[] {
  const all = namedFields(over.fields);
  const shown = shownAtSomeTime(over, all);
  const hidden = all.filter(([name]) => !shown.has(name));
  const asks = new Map(
    hidden.map(([name, { shownWhen = {} }]) => [
      name,
      conditionNames(shownWhen).filter((one) => one !== name && hidden.some(([other]) => other === one)),
    ]),
  );
  const reported = new Set<string>();
  return hidden.flatMap(([name]) => {
    const way = reported.has(name) ? undefined : wayBack(asks, name);
    if (!way) return [];
    for (const one of way) reported.add(one);
    const others = way.slice(1).map((one) => `"${one}", which asks for `);
    const what = `asks for ${others.join('')}"${name}" again, so that no form shows them`;
    return [mistake(entity, `${prefix}${name}, "shownWhen",`, `${what}; leave "shownWhen" out of one of them`)];
  });
}

/** Finds fields that only each other's values show, so that nobody ever sees them. */
export const checkShownCircles: Check = (context) => [
  ...circlesIn(context, '', context.entity),
  ...stepAndActionInputs(context.entity).flatMap(([place, fields]) =>
    circlesIn(context, `${place}.`, { name: place, fields }),
  ),
];
