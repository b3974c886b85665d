import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import { type RaRecord, useGetList } from 'react-admin';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { useActing } from '../../authProvider/useActing.ts';
import { displayName, useRole } from '../../authProvider/useSession.ts';
import { en } from '../../i18n/en.ts';
import { text } from '../../i18n/text.ts';
import { zh } from '../../i18n/zh.ts';
import type { Recent } from '../../resources/recentRecords.ts';
import { wantedToActFor } from './actForWords.ts';
import type { Command } from './command.ts';
import { useRested } from './useRested.ts';

const icon = <SwapHorizOutlined fontSize="small" />;
/** An enterprise user (SPEC 3): the only one for whom somebody acts. */
const enterpriseUser = 4;
const perPage = 8;

/** Who is one salesman's to act for, as a command. */
function useCommandOf() {
  const { actFor } = useActing();
  return (id: number, name: string, detail?: string | null): Command => ({
    id: `act ${id}`,
    group: text().palette.actions,
    title: text().palette.actFor(name),
    detail,
    icon,
    run: () => actFor(id),
  });
}

/** A salesman may act for the enterprise users among what was found (C12). */
export function useActForFound() {
  const role = useRole();
  const commandOf = useCommandOf();
  return ({ entity, id, title, detail, path }: Recent): Command[] =>
    role === 'SalesMan' && entity === 'user' && path.startsWith('/user/enterprise_user')
      ? [commandOf(id, detail?.split(' · ')[0] || title)]
      : [];
}

/** What begins acting where nobody is named yet: it asks for whom. */
export function useActForSomebody(): Command[] {
  const title = text().palette.actForSomebody;
  if (useRole() !== 'SalesMan') return [];
  const words = [en.palette.actForSomebody, zh.palette.actForSomebody];
  return [
    {
      id: 'act',
      group: text().palette.actions,
      title,
      words,
      icon,
      writes: title.replace('…', ''),
      run: () => undefined,
    },
  ];
}

/**
 * The enterprise users for whom a text wants to act, by their own names or that of their enterprise. Out: undefined where the
 * text wants something else, or the caller acts for nobody.
 */
export function useActFor(written: string) {
  const role = useRole();
  const name = role === 'SalesMan' ? wantedToActFor(written) : undefined;
  const search = useRested(name ?? '');
  const commandOf = useCommandOf();
  const { data, error, isFetching, refetch } = useGetList(
    'user',
    {
      filter: { role_id: enterpriseUser, search },
      pagination: { page: 1, perPage },
      sort: { field: 'name', order: 'ASC' },
      meta: { quiet: true },
    },
    { enabled: search !== '' },
  );
  if (name === undefined) return undefined;
  const isPending = name !== '' && !error && (search !== name || isFetching || !data);
  const found = name === '' || isPending ? [] : (data ?? []);
  const command = (user: RaRecord) =>
    commandOf(
      Number(user.id),
      displayName(user as never),
      [user.name, valueAt(user, 'enterprise.name')].filter(Boolean).join(' · '),
    );
  return { name, found: found.map(command), isPending, error: name === '' ? null : error, refetch };
}
