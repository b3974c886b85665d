import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import { useEffect, useState } from 'react';
import { useStore } from 'react-admin';
import { useNavigate } from 'react-router';
import { entityNamed } from '../../../contract/index.ts';
import { useActing } from '../../authProvider/useActing.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useCallQuery } from '../../dataProvider/useCall.ts';
import { text, translate } from '../../i18n/text.ts';
import type { Command, Recent } from './command.ts';

/** How long writing has to rest before the server is asked, in milliseconds. */
const rest = 180;
const mostRecent = 5;

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), rest);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** The records that were opened last; they go with the session. */
export function useRecent() {
  const [recent, setRecent] = useStore<readonly Recent[]>('palette.recent', []);
  const add = (record: Recent) =>
    setRecent([record, ...recent.filter(({ path }) => path !== record.path)].slice(0, mostRecent));
  return { recent, add };
}

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

/** A salesman may act for the enterprise users among what was found (C12). */
function useActFor() {
  const role = useRole();
  const { actFor } = useActing();
  return ({ entity, id, title, detail, path }: Recent): Command[] =>
    role === 'SalesMan' && entity === 'user' && path.startsWith('/user/enterprise_user')
      ? [
          {
            id: `act ${id}`,
            group: text().palette.actions,
            title: text().palette.actFor(detail?.split(' · ')[0] || title),
            icon: <SwapHorizOutlined fontSize="small" />,
            run: () => actFor(id),
          },
        ]
      : [];
}

/** What the server finds for a text, once writing rests. */
export function useRecords(written: string) {
  const wanted = written.trim();
  const q = useRested(wanted);
  const opening = useOpening();
  const acting = useActFor();
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
