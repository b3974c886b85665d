import { useNavigate } from 'react-router';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import type { RecentRecord } from '../../resources/recentRecords.ts';
import type { Command } from './command.ts';
import { useActForFound } from './useActFor.tsx';
import { useDebouncedText } from './useDebouncedText.ts';

/** Turns records into commands that open them. */
export function useRecordCommand() {
  const navigate = useNavigate();
  const contract = useContract();
  return (record: RecentRecord, group?: string): Command => {
    const { labels, icon } = contract.entity(record.entity);
    return {
      id: `record ${record.path} ${group ?? ''}`,
      group: group ?? translate(labels),
      title: record.title,
      detail: record.detail,
      icon,
      run: () => void navigate(record.path),
      recent: record,
    };
  };
}

/** Searches on the server, once the user pauses typing. */
export function useRecordCommands(written: string) {
  const wanted = written.trim();
  const q = useDebouncedText(wanted);
  const opening = useRecordCommand();
  const actForCommands = useActForFound();
  const { data, error, isFetching, refetch } = useEndpointQuery(
    'search',
    { query: { q }, quiet: true },
    { enabled: q !== '', staleTime: 10_000 },
  );
  const isPending = wanted !== '' && !error && (q !== wanted || isFetching || !data);
  const items = (wanted !== '' && q === wanted && !isFetching && data?.items) || [];
  return {
    records: items.map((item) => opening(item as RecentRecord)),
    actions: items.flatMap((item) => actForCommands(item as RecentRecord)),
    isPending,
    error: q === wanted && wanted !== '' ? error : null,
    refetch,
  };
}
