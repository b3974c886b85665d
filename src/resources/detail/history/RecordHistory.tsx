import { Box, Chip, Skeleton, Typography } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { roleChoices } from '../../../../contract/choices/user.ts';
import type { EndpointAnswer } from '../../../../contract/endpoints/index.ts';
import { isCallerValue } from '../../../../contract/schema/access.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useConsoleDataProvider, useEndpointQuery } from '../../../dataProvider/useEndpoint.ts';
import { text, translate } from '../../../i18n/text.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { usePrinting } from '../../../ui/print/printing.ts';
import { Pager } from '../../paging/Pager.tsx';
import { PartOnPaper } from '../../paging/PartOnPaper.tsx';
import { useWholeOnPaper } from '../../paging/useWholeOnPaper.ts';
import { dateTimeText } from '../../values/format.ts';
import { actionName } from './actionName.ts';
import { ChangeList, type RecordValues } from './ChangeList.tsx';

interface Props {
  entity: Entity;
  record: RecordData;
}
type HistoryEntry = EndpointAnswer<'history'>['items'][number];
const noEntries: readonly HistoryEntry[] = [];

/** The actor, their role, and the user they acted for (C12). */
function actorText({ actor, role_id, behalf_of }: HistoryEntry): string {
  const words = text().record;
  const role = roleChoices.find((one) => one.id === role_id);
  return [actor ?? words.bySystem, role && translate(role.label), behalf_of && words.actingFor(behalf_of)]
    .filter(Boolean)
    .join(' · ');
}

/** True if the field stores the creator of the record. */
function isCreatorField(entity: Entity, name: string): boolean {
  const defaultValue = entity.fields[name]?.default;
  return isCallerValue(defaultValue) && defaultValue.me === 'id';
}

/** The changes without the creator of the record, who is already shown above them. */
const withoutCreator = (entity: Entity, values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isCreatorField(entity, name)));

const HistoryLine = ({ entity, record, entry }: Props & { entry: HistoryEntry }) => (
  <Box component="li" sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider', '&:first-of-type': { pt: 0 } }}>
    <Typography variant="body2" sx={{ fontWeight: 600 }}>
      {actionName(entity, entry.action)}
      {entry.failed && <Chip size="small" color="error" label={text().record.failed} sx={{ ml: 1 }} />}
    </Typography>
    <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
      {[dateTimeText(entry.at), actorText(entry)].join(' · ')}
    </Typography>
    <ChangeList
      entity={entity}
      record={record}
      before={entry.before as RecordValues}
      after={withoutCreator(entity, entry.after as RecordValues)}
    />
  </Box>
);

/** The history of a record: who changed what and when, the latest first (issue 14, point 6). */
export function RecordHistory({ entity, record }: Props) {
  const [page, setPage] = useState(1);
  const found = useEndpointQuery(
    'history',
    { path: { entity: entity.name, id: record.id }, query: { page }, quiet: true },
    // Always fetched again, so that the latest change is included.
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const { data } = found;
  const provider = useConsoleDataProvider();
  const isPrinting = usePrinting();
  const path = { entity: entity.name, id: record.id };
  const shown = { rows: data?.items ?? noEntries, total: data?.total ?? 0 };
  const drawn = useWholeOnPaper(['history', path], shown, async (at, signal) => {
    const answer = await provider.call('history', { path, query: { page: at }, signal });
    return { rows: answer.items, total: answer.total };
  });
  const words = text().record;
  if (!data && found.error) return <LoadFailed onRetry={() => void found.refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={144} />;
  if (data.total === 0) return <Typography color="text.secondary">{words.noHistory}</Typography>;
  return (
    <>
      <Box component="ol" aria-label={words.history} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {drawn.rows.map((entry) => (
          <HistoryLine key={entry.id} entity={entity} record={record} entry={entry} />
        ))}
      </Box>
      {isPrinting ? (
        <PartOnPaper {...drawn} />
      ) : (
        <Pager total={data.total} page={page} perPage={data.per_page} onPage={setPage} />
      )}
    </>
  );
}
