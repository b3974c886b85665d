import { useNavigate } from 'react-router';
import { entityNamed } from '../../../contract/index.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { translate } from '../../i18n/text.ts';
import type { Recent } from '../../resources/recentRecords.ts';
import type { Command } from './command.ts';
import { useActForFound } from './useActFor.tsx';
import { useRested } from './useRested.ts';

/** Records as commands that open them. */
export function useOpening() {
  const navigate = useNavigate();
  return (record: Recent, group?: string): Command => {
    const { labels, icon } = entityNamed(record.entity);
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

/** What the server finds for a text, once writing rests. */
export function useRecords(written: string) {
  const wanted = written.trim();
  const q = useRested(wanted);
  const opening = useOpening();
  const acting = useActForFound();
  const { data, error, isFetching, refetch } = useCallQuery(
    'search',
    { query: { q }, quiet: true },
    { enabled: q !== '', staleTime: 10_000 },
  );
  const isPending = wanted !== '' && !error && (q !== wanted || isFetching || !data);
  const items = (wanted !== '' && q === wanted && !isFetching && data?.items) || [];
  return {
    records: items.map((item) => opening(item as Recent)),
    actions: items.flatMap((item) => acting(item as Recent)),
    isPending,
    error: q === wanted && wanted !== '' ? error : null,
    refetch,
  };
}
