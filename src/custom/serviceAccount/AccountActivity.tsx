import { Box, Chip, Skeleton, Typography } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointAnswer } from '../../../contract/endpoints/index.ts';
import { auditEntityNames } from '../../../contract/timeline/history.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { actionName } from '../../resources/detail/history/actionName.ts';
import { Pager } from '../../resources/paging/Pager.tsx';
import { dateTimeText } from '../../resources/values/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';

type ActivityEntry = EndpointAnswer<'service_account_activity'>['items'][number];

function ActivityLine({ entry }: { entry: ActivityEntry }) {
  const { entities } = useContract();
  const entity = entities.find((one) => auditEntityNames(one).includes(String(entry.entity)));
  const words = text();
  const number = entry.entity_id === null ? undefined : String(entry.entity_id);
  const record = [entity && translate(entity.label), entry.record_name ?? number].filter(Boolean).join(' ');
  return (
    <Box component="li" sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider', '&:first-of-type': { pt: 0 } }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {[actionName(entity, entry.action), record].filter(Boolean).join(' · ')}
        {entry.failed && <Chip size="small" color="error" label={words.record.failed} sx={{ ml: 1 }} />}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {[dateTimeText(entry.at), entry.address && words.serviceToken.from(entry.address)].filter(Boolean).join(' · ')}
      </Typography>
    </Box>
  );
}

/** What the programs of a service account did, the latest first (issue 34). */
export function AccountActivity({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const found = useEndpointQuery(
    'service_account_activity',
    { path: { id }, query: { page }, quiet: true },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const { data } = found;
  const words = text().serviceToken;
  if (!data && found.error) return <LoadFailed onRetry={() => void found.refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={144} />;
  if (data.total === 0) return <Typography color="text.secondary">{words.noActivity}</Typography>;
  return (
    <>
      <Box component="ol" aria-label={words.activity} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.items.map((entry) => (
          <ActivityLine key={entry.id} entry={entry} />
        ))}
      </Box>
      <Pager total={data.total} page={page} perPage={data.per_page} onPage={setPage} />
    </>
  );
}
