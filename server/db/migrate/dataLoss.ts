import { toScaledInteger } from '../../../contract/kinds/decimalDigits.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { sqlLiteral } from '../schema/ddl.ts';

/** Checks of columns that change: the existing values that the new check refuses, and what replaces them. */

export const manualMigrationAdvice = 'write that migration yourself';

/** The values that the check of a choice accepts, as PostgreSQL prints it; undefined for another check. */
function valuesOf(definition: string): string[] | undefined {
  const [, list] = /^CHECK \(\(\S+ = (.*)\)\)$/.exec(definition) ?? [];
  if (list === undefined) return undefined;
  return [...list.matchAll(/'((?:[^']|'')*)'|(-?\d+)/g)].map(([, text, number]) => text ?? number ?? '');
}

const limitOf = (definition: string, sign: string, otherwise: number): number =>
  Number(new RegExp(`${sign} \\(?'?(-?[\\d.]+)`).exec(definition)?.[1] ?? otherwise);

/** The values of a choice that the old check accepts and the new one refuses; undefined for another check. */
export function removedChoices(live: string, declared: string): string[] | undefined {
  const [had, has] = [valuesOf(live), valuesOf(declared)];
  return had && has && had.filter((value) => !has.includes(value));
}

/** The step that a check demands, as PostgreSQL prints it; undefined if it accepts every number within its limits. */
const stepOf = (definition: string): string | undefined => /% \(*'?([\d.]+)/.exec(definition)?.[1];

/** True if the new check refuses numbers between its multiples that the old one accepts. */
function hasWiderStep(live: string, declared: string): boolean {
  const [was, is] = [stepOf(live), stepOf(declared)];
  return is !== undefined && (was === undefined || toScaledInteger(was, 30) % toScaledInteger(is, 30) !== 0n);
}

/** True if the new check of a number accepts less than the old one. */
export const isNarrowed = (live: string, declared: string): boolean =>
  hasWiderStep(live, declared) ||
  limitOf(declared, '>=', 0) > limitOf(live, '>=', 0) ||
  limitOf(declared, '<=', Infinity) < limitOf(live, '<=', Infinity);

/** Describes what the old check accepts and the new one refuses; undefined if the new one accepts all of it. */
export function refusedValues(live: string, declared: string, replacements: object): string | undefined {
  const gone = removedChoices(live, declared);
  if (gone) {
    const [lost, ...more] = gone.filter((value) => !Object.hasOwn(replacements, value));
    if (lost === undefined) return undefined;
    return `loses the choice ${[lost, ...more].join(', ')}, and rows may hold it; declare its replacement: \`migrate: { choices: { ${lost}: … } }\``;
  }
  return valuesOf(live) || valuesOf(declared) ? `accepts other values than before, ${rowsMayHoldAdvice}` : undefined;
}
export const rowsMayHoldAdvice = `and rows may hold such values; ${manualMigrationAdvice}`;

/** Replaces values that are no longer a choice by those of `migrate.choices`. */
export function replaceChoicesSql(
  table: string,
  name: string,
  field: Field | undefined,
  gone: readonly string[],
): string[] {
  const { choices = [], migrate: { choices: replacements = {} } = {} } = field ?? {};
  const valued = (id: string) => sqlLiteral(typeof choices[0]?.id === 'number' ? Number(id) : id);
  const cases = gone.map((id) => `when ${valued(id)} then ${sqlLiteral(replacements[id] ?? '')}`);
  if (cases.length === 0) return [];
  const among = gone.map(valued).join(', ');
  return [`update "${table}" set "${name}" = case "${name}" ${cases.join(' ')} end where "${name}" in (${among});`];
}
