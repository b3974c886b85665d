import { type FilterOperator, isTime } from '../../../../../contract/lists/filters.ts';
import type { Field } from '../../../../../contract/schema/field/field.ts';
import { text } from '../../../../i18n/text.ts';
import { kindViews } from '../../../kinds/index.ts';
import { unitText } from '../../../values/format.ts';
import type { FilterValues, ListFilter } from '../activeFilters.ts';

/** True if the values of the filter are typed. */
export const isTypedFilter = ({ parameters }: ListFilter): boolean =>
  parameters.some(({ operator: way }) => way === 'least' || way === 'has');

/** @returns the value of the parameter with this operator */
export function parameterValue({ parameters }: ListFilter, values: FilterValues, way: FilterOperator): unknown {
  const parameter = parameters.find((one) => one.operator === way);
  return parameter && values[parameter.name];
}

/** The currency of the bounds; undefined if the field does not declare it, since a link may contain any text. */
export function filterCurrency(filter: ListFilter, values: FilterValues): string | undefined {
  const choices = filter.parameters.find(({ operator: way }) => way === 'currency')?.field.choices ?? [];
  const given = String(parameterValue(filter, values, 'currency'));
  return choices.some(({ id }) => id === given) ? given : undefined;
}

/** The text of the bounds of a number, followed by the unit. */
function numberRangeText(from: string | undefined, to: string | undefined, unit: string): string {
  const range = from !== undefined && to !== undefined && from !== to ? `${from} – ${to}` : undefined;
  const bound = from === undefined ? `≤ ${to}` : to === undefined ? `≥ ${from}` : to;
  return [range ?? bound, unit].filter(Boolean).join(' ');
}

function timeRangeText(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return text().list.untilTime(to ?? '');
  if (to === undefined) return text().list.fromTime(from);
  return from === to ? from : `${from} – ${to}`;
}

function rangeText(field: Field, filter: ListFilter, values: FilterValues): string | undefined {
  const [from, to] = [parameterValue(filter, values, 'least'), parameterValue(filter, values, 'most')];
  if (from === undefined && to === undefined) return undefined;
  const currency = filterCurrency(filter, values);
  const shown = (value: unknown, way: FilterOperator) =>
    value === undefined
      ? undefined
      : kindViews[field.kind].boundText(value, { isLeast: way === 'least', currency, isPlain: field.plain });
  const [first, last] = [shown(from, 'least'), shown(to, 'most')];
  if (isTime(field)) return timeRangeText(first, last);
  return numberRangeText(first, last, field.unit ? unitText(field.unit, to ?? from) : (currency ?? ''));
}

/** The text of a typed filter: `Amount: 100 – 200 CNY`, `Hours ≥ 2 h`, `Due: until 2026-12-01`. */
export function typedText(filter: ListFilter, values: FilterValues): string {
  const { label, field } = filter;
  const words = text().list;
  const [single, part, same] = (['is', 'has', 'same'] as const).map((way) => parameterValue(filter, values, way));
  const range = field && rangeText(field, filter, values);
  const texts = [
    ...(single === undefined ? [] : [single].flat().map((one) => String(one))),
    ...(range === undefined ? [] : [range]),
    ...(same === undefined ? [] : [words.equalsText(String(same))]),
    ...(part === undefined ? [] : [words.containsText(String(part))]),
  ];
  if (texts.length === 0) return words.filterText(label, words.any);
  return texts.length === 1 && /^[≤≥]/.test(texts[0] ?? '')
    ? words.filterSign(label, texts[0] ?? '')
    : words.filterText(label, texts.join(words.comma));
}
