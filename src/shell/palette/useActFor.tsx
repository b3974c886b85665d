import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined';
import { type RaRecord, useGetList } from 'react-admin';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { useActing } from '../../authProvider/useActing.ts';
import { displayName, useRole } from '../../authProvider/useSession.ts';
import { en } from '../../i18n/en.ts';
import { text } from '../../i18n/text.ts';
import { zh } from '../../i18n/zh.ts';
import type { RecentRecord } from '../../resources/recentRecords.ts';
import { askBeforeDiscarding } from '../../ui/dialog/unsaved.ts';
import { actForName } from './actForName.ts';
import type { Command } from './command.ts';
import { useDebouncedText } from './useDebouncedText.ts';

const icon = <SwapHorizOutlined fontSize="small" />;
/** The role of an enterprise user (SPEC 3), the only one for whom somebody can act. */
const enterpriseUser = 4;
const perPage = 8;

/** Returns the command that starts acting for a user. */
function useActForCommand() {
  const { actFor } = useActing();
  return (id: number, name: string, detail?: string | null): Command => ({
    id: `act ${id}`,
    group: text().palette.actions,
    title: text().palette.actFor(name),
    detail,
    icon,
    run: () => askBeforeDiscarding(() => actFor(id)),
  });
}

/** Commands for acting for the enterprise users among the search results; salesmen only (C12). */
export function useActForFound() {
  const role = useRole();
  const commandOf = useActForCommand();
  return ({ entity, id, title, detail, path }: RecentRecord): Command[] =>
    role === 'SalesMan' && entity === 'user' && path.startsWith('/user/enterprise_user')
      ? [commandOf(id, detail?.split(' · ')[0] || title)]
      : [];
}

/** The command that begins "act for …" without a user; it then asks for the name. */
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
 * Finds the enterprise users for whom a text asks to act, by their own name or that of their enterprise.
 * @returns undefined if the text asks for something else, or if the caller may not act for anybody
 */
export function useActFor(written: string) {
  const role = useRole();
  const name = role === 'SalesMan' ? actForName(written) : undefined;
  const search = useDebouncedText(name ?? '');
  const commandOf = useActForCommand();
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
