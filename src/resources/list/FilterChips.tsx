import { Box, Chip } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetManyAggregate, useGetRecordRepresentation, useListFilterContext } from 'react-admin';
import { type Entity, fieldOf } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/field.ts';
import { text, translate } from '../../i18n/text.ts';
import { labelOf } from '../cells.tsx';
import { momentText } from '../format.ts';
import { filterField } from './filterFields.ts';
import { RemoveFilter } from './RemoveFilter.tsx';

/** The names of the records that a filter narrows to. */
function RecordNames({ to, ids }: { to: string; ids: readonly number[] }) {
  const { data, isPending } = useGetManyAggregate(to, { ids: [...ids], meta: { quiet: true } });
  const represent = useGetRecordRepresentation(to);
  return (
    <>
      {ids
        .map((_id, index) =>
          data?.[index] ? String(represent(data[index])) : isPending ? '…' : text().list.notVisible,
        )
        .join(text().list.comma)}
    </>
  );
}

function valueText(field: Field | undefined, value: unknown): ReactNode {
  const values = Array.isArray(value) ? value : [value];
  const to = field?.kind === 'reference' || field?.joined ? (field.to ?? field.items?.to) : undefined;
  if (to) return <RecordNames to={to} ids={values.map(Number)} />;
  if (field?.kind === 'boolean') return String(value) === 'true' ? text().form.yes : text().form.no;
  const labelFor = (one: unknown) => field?.choices?.find(({ id }) => String(id) === String(one))?.label;
  return values
    .map((one) => {
      const label = labelFor(one);
      return label ? translate(label) : String(one);
    })
    .join(text().list.comma);
}

/** A bound of the range: a day, or a point in time. */
const boundText = (entity: Entity, value: unknown): string =>
  filterField(entity, entity.list.range ?? '')?.kind === 'date' ? String(value) : momentText(value);

const moments: ReadonlySet<string> = new Set(['start_at', 'end_at']);

function nameOf(entity: Entity, name: string): string {
  if (name === 'search') return text().list.search;
  if (moments.has(name)) return `${labelOf(entity, entity.list.range ?? '')} ${name === 'start_at' ? '≥' : '≤'}`;
  const field = filterField(entity, name);
  if (field?.joined && !fieldOf(entity, name)) return `${translate(field.label)} (${text().list.allOf})`;
  return field ? translate(field.label) : name;
}

/** Every filter that narrows the list, also those that came by a link, each to be taken away. */
export function FilterChips({ entity }: { entity: Entity }) {
  const { filterValues, setFilters } = useListFilterContext();
  const active = Object.entries(filterValues as Record<string, unknown>);
  if (active.length === 0) return null;
  const without = (name: string) => Object.fromEntries(active.filter(([one]) => one !== name));
  return (
    <Box
      role="list"
      aria-label={text().list.filters}
      sx={{ flexBasis: '100%', display: 'flex', gap: 1, flexWrap: 'wrap' }}
    >
      {active.map(([name, value]) => {
        const label = nameOf(entity, name);
        const shown = moments.has(name) ? boundText(entity, value) : valueText(filterField(entity, name), value);
        return (
          <Chip
            key={name}
            role="listitem"
            size="small"
            label={
              <>
                {label}: {shown}
              </>
            }
            onDelete={() => setFilters(without(name), [])}
            deleteIcon={<RemoveFilter label={text().list.removeFilter(label)} />}
          />
        );
      })}
    </Box>
  );
}
