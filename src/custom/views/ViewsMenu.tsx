import { Divider, Drawer, Menu, MenuItem, MenuList, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { useSession } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import type { Columns } from '../../resources/slotTypes.ts';
import { useIsPhone } from '../../ui/breakpoints.ts';
import { OpenViewEntries } from './OpenViewEntries.tsx';
import { ViewEntry } from './ViewEntry.tsx';

interface Props {
  /** The list, by its screen and its entity. */
  place: string;
  anchor: HTMLElement;
  columns: Columns;
  onClose: () => void;
}

const sheetStyle = { maxHeight: '80dvh', borderRadius: '14px 14px 0 0', pb: 'env(safe-area-inset-bottom)' } as const;

const focusRing = { outline: '2px solid var(--focus)', outlineOffset: -2 } as const;

/** A menu at its button; on a phone a sheet from the bottom. */
function MenuOrSheet({ anchor, onClose, children }: Pick<Props, 'anchor' | 'onClose'> & { children: ReactNode }) {
  const phone = useIsPhone();
  const label = text().views.title;
  if (!phone)
    return (
      <Menu
        anchorEl={anchor}
        open
        onClose={onClose}
        // The first item may load later, so the list itself gets the focus.
        disableAutoFocusItem
        slotProps={{ list: { 'aria-label': label, sx: { width: 320, '&:focus-visible': focusRing } } }}
      >
        {children}
      </Menu>
    );
  return (
    <Drawer anchor="bottom" open onClose={onClose} slotProps={{ paper: { sx: sheetStyle } }} sx={{ zIndex: 'modal' }}>
      <Typography component="h2" variant="h2" sx={{ px: 2, pt: 2 }}>
        {label}
      </Typography>
      <MenuList autoFocus aria-label={label} sx={{ '&:focus-visible': focusRing }}>
        {children}
      </MenuList>
    </Drawer>
  );
}

/** The user's own views first, then those of other users. */
const ownFirst = (views: readonly RecordData[], user: number | undefined): RecordData[] => [
  ...views.filter((view) => view.user_id === user),
  ...views.filter((view) => view.user_id !== user),
];

/** The menu of a list's views: it opens one, and has the actions for the open one. */
export function ViewsMenu({ place, anchor, columns, onClose }: Props) {
  const user = useSession()?.user.id;
  const words = text().views;
  const { data, error, refetch } = useGetList<RecordData>('saved_view', {
    filter: { screen: place },
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'name', order: 'ASC' },
    meta: { quiet: true },
  });
  const views = ownFirst(data ?? [], user);
  return (
    <MenuOrSheet anchor={anchor} onClose={onClose}>
      {!data && !error && <MenuItem disabled>{text().range.loading}</MenuItem>}
      {error && !data && <MenuItem onClick={() => void refetch()}>{words.failed}</MenuItem>}
      {data?.length === 0 && (
        <MenuItem disabled className="says">
          {words.none}
        </MenuItem>
      )}
      {views.map((view) => (
        <ViewEntry key={view.id} place={place} view={view} isOwn={view.user_id === user} onClose={onClose} />
      ))}
      <Divider component="li" />
      <OpenViewEntries place={place} views={views} columns={columns} onClose={onClose} />
    </MenuOrSheet>
  );
}
