import { Box, Typography } from '@mui/material';
import { putAt, valueAt } from '../../../../contract/lib/dottedPath.ts';
import { endFields } from '../../../../contract/relations/inverse.ts';
import { type Entity, fieldOf, sourceOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { text, translate } from '../../../i18n/text.ts';
import { Cell, labelOf } from '../../values/Cell.tsx';
import { dash, jsonText } from '../../values/format.ts';
import { isNothing } from '../../values/isEmpty.ts';
import { RecordNames } from '../../values/RecordNames.tsx';

export type Values = Readonly<Record<string, unknown>>;

interface Props {
  entity: Entity;
  /** What is known of the record besides: a reference that still points there is told by its title. */
  record: Values;
  /** Values by the names of their fields, those inside objects with a dot. */
  before: Values;
  after: Values;
}

/** The record with one value as it was: a reference by its title where the record still points there, else by number. */
function recordWith(entity: Entity, record: Values, name: string, value: unknown): Values {
  const field = fieldOf(entity, name);
  const given = structuredClone(record) as Record<string, unknown>;
  if (!field) return given;
  const present = valueAt(record, sourceOf(name, field)) === value;
  if (field.kind === 'reference' && !present) putAt(given, field.as ?? name, value);
  putAt(given, sourceOf(name, field), value);
  return given;
}

const currenciesOf = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ currency, fields: inner = {}, items }) => [
    ...(currency ? [currency] : []),
    ...currenciesOf([...Object.values(inner), ...(items ? [items] : [])]),
  ]);

/** The record with the currencies of its amounts as a state of it says them. */
export function withCurrencies(entity: Entity, record: Values, state: Values): Values {
  const names = currenciesOf(Object.values(entity.fields));
  return { ...record, ...Object.fromEntries(names.flatMap((name) => (state[name] ? [[name, state[name]]] : []))) };
}

/** What was changed is called by its field, or where the record came into a set, by whose set that is. */
function toldLabel(entity: Entity, name: string): string {
  const end = endFields(entity)[name];
  return end ? translate(end.label) : labelOf(entity, name);
}

interface ValueProps {
  entity: Entity;
  record: Values;
  name: string;
  value: unknown;
}

/** A value of a field at one time, as the record itself shows it. */
function Value({ entity, record, name, value }: ValueProps) {
  const field = endFields(entity)[name] ?? fieldOf(entity, name);
  const kind = field?.kind;
  if (isNothing(value)) return <>{dash}</>;
  // The record has the titles of those that it is joined with now.
  if (field?.joined && Array.isArray(value))
    return value.length > 0 ? <RecordNames to={field.items?.to ?? ''} ids={value} /> : <>{dash}</>;
  if (value === '***') return <>{value}</>;
  if (!kind || kind === 'object' || kind === 'json')
    return <>{typeof value === 'object' ? jsonText(value) : String(value)}</>;
  return <Cell entity={entity} name={name} record={recordWith(entity, record, name, value)} />;
}

const lines = {
  ...{ m: 0, mt: 0.75, display: 'grid', columnGap: 2, rowGap: { xs: 1, sm: 0.5 } },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' },
} as const;

/** What differs, field by field: as it was, and as it became; nothing where nothing differs. */
export function Changes({ entity, record, before, after }: Props) {
  if (Object.keys(after).length === 0) return null;
  return (
    <Box component="dl" sx={lines}>
      {Object.entries(after).map(([name, value]) => (
        <Box key={name} sx={{ display: { xs: 'block', sm: 'contents' } }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {toldLabel(entity, name)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {!isNothing(before[name]) && (
              <>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  <Value
                    entity={entity}
                    record={withCurrencies(entity, record, before)}
                    name={name}
                    value={before[name]}
                  />
                </Box>
                <span role="img" aria-label={text().record.became}>
                  {' → '}
                </span>
              </>
            )}
            <Value entity={entity} record={withCurrencies(entity, record, after)} name={name} value={value} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
