import { Box, Chip, Skeleton, Typography } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { roleChoices } from '../../../contract/choices/user.ts';
import type { Answer } from '../../../contract/endpoints.ts';
import { type Entity, fieldOf, sourceOf } from '../../../contract/entity.ts';
import { putAt, valueAt } from '../../../contract/path.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { text, translate } from '../../i18n/text.ts';
import { Cell, labelOf } from '../cells.tsx';
import { dash, jsonText, momentText } from '../format.ts';
import { Pager } from '../list/Pager.tsx';
import { actionName } from './actionName.ts';
import { LoadFailed } from './LoadFailed.tsx';

interface Props {
  entity: Entity;
  record: RecordData;
}
type Entry = Answer<'history'>['items'][number];
type Values = Readonly<Record<string, unknown>>;

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** The record with one value as it was: a reference by its title where the record still points there, else by number. */
function recordWith(entity: Entity, record: RecordData, name: string, value: unknown): Values {
  const field = fieldOf(entity, name);
  const given = structuredClone(record) as Record<string, unknown>;
  if (!field) return given;
  const present = valueAt(record, sourceOf(name, field)) === value;
  if (field.kind === 'reference' && !present) putAt(given, field.as ?? name, value);
  putAt(given, sourceOf(name, field), value);
  return given;
}

/** A value of a field at one time, as the record itself shows it. */
function Value({ entity, record, name, value }: Props & { name: string; value: unknown }) {
  const kind = fieldOf(entity, name)?.kind;
  if (isNothing(value)) return <>{dash}</>;
  if (value === '***') return <>{value}</>;
  if (kind === 'object' || kind === 'json') return <>{jsonText(value)}</>;
  return <Cell entity={entity} name={name} record={recordWith(entity, record, name, value)} />;
}

/** What differs, field by field: as it was, and as it became. */
function Changes({ entity, record, entry }: Props & { entry: Entry }) {
  const [before, after] = [entry.before as Values, entry.after as Values];
  const words = text().record;
  return (
    <Box
      component="dl"
      sx={{
        ...{ m: 0, mt: 0.75, display: 'grid', columnGap: 2, rowGap: { xs: 1, sm: 0.5 } },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr)' },
      }}
    >
      {Object.entries(after).map(([name, value]) => (
        <Box key={name} sx={{ display: { xs: 'block', sm: 'contents' } }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {labelOf(entity, name)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {!isNothing(before[name]) && (
              <>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  <Value entity={entity} record={record} name={name} value={before[name]} />
                </Box>
                <span role="img" aria-label={words.became}>
                  {' → '}
                </span>
              </>
            )}
            <Value entity={entity} record={record} name={name} value={value} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Who did it, in which role, and for whom when acting (C12). */
function whoOf({ actor, role_id, behalf_of }: Entry): string {
  const words = text().record;
  const role = roleChoices.find((one) => one.id === role_id);
  return [actor ?? words.byItself, role && translate(role.label), behalf_of && words.actingFor(behalf_of)]
    .filter(Boolean)
    .join(' · ');
}

const Line = ({ entity, record, entry }: Props & { entry: Entry }) => (
  <Box component="li" sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider', '&:first-of-type': { pt: 0 } }}>
    <Typography variant="body2" sx={{ fontWeight: 600 }}>
      {actionName(entity, entry.action)}
      {entry.failed && <Chip size="small" color="error" label={text().record.failed} sx={{ ml: 1 }} />}
    </Typography>
    <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
      {[momentText(entry.at), whoOf(entry)].join(' · ')}
    </Typography>
    {Object.keys(entry.after as Values).length > 0 && <Changes entity={entity} record={record} entry={entry} />}
  </Box>
);

/** The history of a record: who changed what, and when, the last first (issue 14, point 6). */
export function RecordHistory({ entity, record }: Props) {
  const [page, setPage] = useState(1);
  const found = useCallQuery(
    'history',
    { path: { entity: entity.name, id: record.id }, query: { page }, quiet: true },
    // What has just been done is in it.
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const { data } = found;
  const words = text().record;
  if (!data && found.error) return <LoadFailed onRetry={() => void found.refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={144} />;
  if (data.total === 0) return <Typography color="text.secondary">{words.noHistory}</Typography>;
  return (
    <>
      <Box component="ol" aria-label={words.history} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.items.map((entry) => (
          <Line key={entry.id} entity={entity} record={record} entry={entry} />
        ))}
      </Box>
      <Pager total={data.total} page={page} perPage={data.per_page} onPage={setPage} />
    </>
  );
}
