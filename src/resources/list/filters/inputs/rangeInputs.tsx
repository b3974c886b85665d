import { Box } from '@mui/material';
import dayjs from 'dayjs';
import type { ComponentType } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import { kinds } from '../../../../../contract/kinds/index.ts';
import { fixedDefault } from '../../../../../contract/kinds/resolveDefault.ts';
import { isRangeReversed, isTime, rangeLimitField } from '../../../../../contract/lists/filters.ts';
import { parseRangeLimit } from '../../../../../contract/lists/rangeLimit.ts';
import { message } from '../../../../../contract/messages/message.ts';
import type { Field, Fields } from '../../../../../contract/schema/field/field.ts';
import { text } from '../../../../i18n/text.ts';
import { contractResolver, type FormValues } from '../../../formState/contractResolver.ts';
import { DateInput } from '../../../input/dates/DateInput.tsx';
import { DateTimeInput } from '../../../input/dates/DateTimeInput.tsx';
import { ChoiceInput } from '../../../input/scalars/ChoiceInput.tsx';
import { DecimalInput } from '../../../input/scalars/DecimalInput.tsx';
import { MoneyInput } from '../../../input/scalars/MoneyInput.tsx';
import { kindViews } from '../../../kinds/index.ts';
import type { BoundInput } from '../../../kinds/view.ts';
import type { FieldInputProps } from '../../../slotTypes.ts';
import type { FilterValues, ListFilter } from '../activeFilters.ts';
import { filterCurrency, parameterValue } from './typedText.ts';

/** The inputs of bounds: those of forms, except that whole numbers may be typed with grouped thousands. */
const inputs = {
  number: DecimalInput,
  money: MoneyInput,
  day: DateInput,
  moment: DateTimeInput,
} satisfies Record<BoundInput, ComponentType<FieldInputProps>>;

/** The end of a range: a date typed without a time includes that whole day. */
const EndDateTimeInput = (props: FieldInputProps) => <DateTimeInput {...props} isEnd />;

/** The choice of the currency of the bounds of an amount. */
const currencyField = ({ parameters }: ListFilter): Field | undefined =>
  parameters.find(({ operator: way }) => way === 'currency')?.field;

/** The fields of the form of a range, by the names of its inputs. */
function rangeFields(filter: ListFilter): Fields {
  const { kind, label } = filter.field ?? { kind: 'text', label: { en: '', zh: '' } };
  const currency = currencyField(filter);
  const bound = { ...rangeLimitField(filter.field ?? { kind, label }), ...(currency && { currency: 'currency' }) };
  return { from: bound, to: bound, ...(currency && { currency: { ...currency, required: true } }) };
}

/** A bound as a form value; a link may contain a number as text. */
const boundInputValue = ({ field }: ListFilter, value: unknown): unknown =>
  value === null || !field ? value : (parseRangeLimit(field, String(value)) ?? value);

/** The initial values of the form: the current bounds and, for an amount, the currency that the list is filtered by. */
export function startBounds(filter: ListFilter, values: FilterValues): FieldValues {
  const single = [parameterValue(filter, values, 'is') ?? null].flat();
  const alone = single.length === 1 ? single[0] : null;
  const [from, to] = (['least', 'most'] as const).map((way) =>
    boundInputValue(filter, parameterValue(filter, values, way) ?? alone),
  );
  const declared = currencyField(filter);
  const currencies = (declared?.choices ?? []).map(({ id }) => id);
  const filteredCurrencies = [values[filter.field?.currency ?? '']].flat();
  const [first] = [
    filterCurrency(filter, values),
    filteredCurrencies.length === 1 ? filteredCurrencies[0] : undefined,
    declared && fixedDefault(declared),
  ].filter((one) => currencies.includes(one as string));
  return { from, to, ...(declared && { currency: first ?? currencies[0] }) };
}

/** An instant in the format of list filters: UTC without zero milliseconds (R-VALID-14). */
const withoutMilliseconds = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[.]000Z$/, 'Z') : value;

/** @returns the typed values by the names of the filter parameters */
export function boundParameters({ parameters }: ListFilter, typed: FieldValues): FilterValues {
  const { from = null, to = null, currency } = typed;
  const values: FilterValues = {
    least: withoutMilliseconds(from),
    most: withoutMilliseconds(to),
    ...((from ?? to) !== null && { currency }),
  };
  return Object.fromEntries(
    parameters.flatMap(({ name, operator: way }) => (way in values ? [[name, values[way] ?? undefined]] : [])),
  );
}

/** Validates a range by the rules of the server: each bound, and that the range does not end before it begins. */
export function boundsResolver(filter: ListFilter): Resolver<FieldValues> {
  const isWhole = ({ from, to }: FormValues) => (from ?? null) !== null && (to ?? null) !== null;
  const bounds = contractResolver(rangeFields(filter));
  return async (values, context, options) => {
    const found = await bounds(values, context, options);
    const { field } = filter;
    if (Object.keys(found.errors).length > 0 || !field || !isWhole(values)) return found;
    if (!isRangeReversed(field, values['from'], values['to'])) return found;
    return { values: {}, errors: { to: { type: 'contract', message: message('reversed') } } };
  };
}

interface QuickRange {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** Ranges of days that the user chooses by one click; none for numbers. */
export function quickRanges({ field }: ListFilter): QuickRange[] {
  if (!field || !isTime(field)) return [];
  const now = dayjs();
  const format = (time: dayjs.Dayjs) =>
    kinds[field.kind].time === 'day' ? time.format('YYYY-MM-DD') : time.startOf('second').toISOString();
  const range = (label: string, from: dayjs.Dayjs, to: dayjs.Dayjs): QuickRange => ({
    label,
    from: format(from.startOf('day')),
    to: format(to.endOf('day')),
  });
  const words = text().range;
  return [
    range(words.lastWeek, now.subtract(7, 'day'), now),
    range(words.thisMonth, now.startOf('month'), now.endOf('month')),
    range(words.next(7), now, now.add(7, 'day')),
  ];
}

/**
 * The inputs of a range: numbers side by side, times below each other. Above them is the currency of an amount if there
 * are several.
 */
export function BoundInputs({ filter }: { filter: ListFilter }) {
  const { from, to, currency } = rangeFields(filter);
  const bound = (filter.field && kindViews[filter.field.kind].boundInput) ?? 'number';
  const Input: ComponentType<FieldInputProps> = inputs[bound];
  const Last = bound === 'moment' ? EndDateTimeInput : Input;
  const isWide = filter.field !== undefined && isTime(filter.field);
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: isWide ? '1fr' : '1fr 1fr' }}>
      {currency && (currency.choices ?? []).length > 1 && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <ChoiceInput source="currency" field={currency} />
        </Box>
      )}
      <Input source="from" field={from} label={text().list.from} />
      <Last source="to" field={to} label={text().list.to} />
    </Box>
  );
}
