import { Box, Typography } from '@mui/material';
import { putAt, valueAt } from '../../../../contract/lib/dottedPath.ts';
import { demandDeclarations } from '../../../../contract/outlines/outlinedContract.ts';
import { embeddingEntities } from '../../../../contract/outlines/pageDeclarations.ts';
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
  /** The current record; a reference that still has its value is shown by its title. */
  record: RecordValues;
  /** Values by field name; fields inside objects have a dotted name. */
  before: RecordValues;
  after: RecordValues;
}

/**
 * The record with one earlier value. A reference is shown by its title if the record still points there, else by its
 * number.
 */
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

/** The record with the currencies of an earlier or later state of it. */
export function withCurrencies(entity: Entity, record: RecordValues, state: RecordValues): RecordValues {
  const names = currencyFields(Object.values(entity.fields));
  return { ...record, ...Object.fromEntries(names.flatMap((name) => (state[name] ? [[name, state[name]]] : []))) };
}

/** The label of the changed field, or of the relation if the record was added to another record's set. */
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

/** An earlier or later value of a field, drawn as the record itself shows it. */
function ChangedValue({ entity, record, name, value }: ChangedValueProps) {
  const field = inverseFields(entity)[name] ?? fieldOf(entity, name);
  const kind = field?.kind;
  if (isEmpty(value)) return <>{dash}</>;
  // The record contains only the titles of the records that are joined now.
  if (field?.joined && Array.isArray(value))
    return value.length > 0 ? <RecordNames to={field.items?.to ?? ''} ids={value} /> : dash;
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

/** The changed fields, each with its value before and after; nothing if nothing changed. */
export function ChangeList({ entity, record, before, after }: Props) {
  if (Object.keys(after).length === 0) return null;
  demandDeclarations(entity.contract, embeddingEntities(entity));
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
