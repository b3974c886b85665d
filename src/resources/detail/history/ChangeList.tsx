import { Box, Typography } from '@mui/material';
import { putAt, valueAt } from '../../../../contract/lib/dottedPath.ts';
import { inverseFields } from '../../../../contract/relations/inverse.ts';
import { type Entity, fieldOf, readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { text, translate } from '../../../i18n/text.ts';
import { Cell, labelOf } from '../../values/Cell.tsx';
import { dash, jsonText } from '../../values/format.ts';
import { isEmpty } from '../../values/isEmpty.ts';
import { RecordNames } from '../../values/RecordNames.tsx';

export type RecordValues = Readonly<Record<string, unknown>>;

interface Props {
  entity: Entity;
  /** What is known of the record besides: a reference that still points there is told by its title. */
  record: RecordValues;
  /** Values by the names of their fields, those inside objects with a dot. */
  before: RecordValues;
  after: RecordValues;
}

/** The record with one value as it was: a reference by its title where the record still points there, else by number. */
function recordWithValue(entity: Entity, record: RecordValues, name: string, value: unknown): RecordValues {
  const field = fieldOf(entity, name);
  const given = structuredClone(record) as Record<string, unknown>;
  if (!field) return given;
  const present = valueAt(record, readPathOf(name, field)) === value;
  if (field.kind === 'reference' && !present) putAt(given, field.as ?? name, value);
  putAt(given, readPathOf(name, field), value);
  return given;
}

const currencyFields = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ currency, fields: inner = {}, items }) => [
    ...(currency ? [currency] : []),
    ...currencyFields([...Object.values(inner), ...(items ? [items] : [])]),
  ]);

/** The record with the currencies of its amounts as a state of it says them. */
export function withCurrencies(entity: Entity, record: RecordValues, state: RecordValues): RecordValues {
  const names = currencyFields(Object.values(entity.fields));
  return { ...record, ...Object.fromEntries(names.flatMap((name) => (state[name] ? [[name, state[name]]] : []))) };
}

/** What was changed is called by its field, or where the record came into a set, by whose set that is. */
function changeLabel(entity: Entity, name: string): string {
  const end = inverseFields(entity)[name];
  return end ? translate(end.label) : labelOf(entity, name);
}

interface ChangedValueProps {
  entity: Entity;
  record: RecordValues;
  name: string;
  value: unknown;
}

/** A value of a field at one time, as the record itself shows it. */
function ChangedValue({ entity, record, name, value }: ChangedValueProps) {
  const field = inverseFields(entity)[name] ?? fieldOf(entity, name);
  const kind = field?.kind;
  if (isEmpty(value)) return <>{dash}</>;
  // The record has the titles of those that it is joined with now.
  if (field?.joined && Array.isArray(value))
    return value.length > 0 ? <RecordNames to={field.items?.to ?? ''} ids={value} /> : <>{dash}</>;
  if (value === '***') return <>{value}</>;
  if (!kind || kind === 'object' || kind === 'json')
    return <>{typeof value === 'object' ? jsonText(value) : String(value)}</>;
  return <Cell entity={entity} name={name} record={recordWithValue(entity, record, name, value)} />;
}

const listStyle = {
  m: 0,
  mt: 0.75,
  display: 'grid',
  columnGap: 2,
  rowGap: { xs: 1, sm: 0.5 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' },
} as const;

/** What differs, field by field: as it was, and as it became; nothing where nothing differs. */
export function ChangeList({ entity, record, before, after }: Props) {
  if (Object.keys(after).length === 0) return null;
  return (
    <Box component="dl" sx={listStyle}>
      {Object.entries(after).map(([name, value]) => (
        <Box key={name} sx={{ display: { xs: 'block', sm: 'contents' } }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {changeLabel(entity, name)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {!isEmpty(before[name]) && (
              <>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  <ChangedValue
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
            <ChangedValue entity={entity} record={withCurrencies(entity, record, after)} name={name} value={value} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
