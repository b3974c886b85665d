import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Button, Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useGetList, useListContext } from 'react-admin';
import { useLocation } from 'react-router';
import type { RecordData } from '../../dataProvider/record.ts';
import { text } from '../../i18n/text.ts';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import { lazyChunk } from '../../resources/loadChunk.ts';

/** The filters and the order of a list, as a view keeps them. */
interface Kept {
  filter: Record<string, unknown>;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

const ViewDialogs = {
  Save: lazyChunk(() => import('./dialogs.tsx').then((found) => ({ default: found.SaveDialog }))),
  Remove: lazyChunk(() => import('./dialogs.tsx').then((found) => ({ default: found.RemoveDialog }))),
};

/** The views that the user has saved for this list: to open, to save, to save anew, to delete (B38). */
export function ViewsButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const openDialog = useOpenDialog();
  const { resource: list, filterValues, setFilters, sort, setSort } = useListContext();
  const screen = `${useLocation().pathname} ${list}`;
  const words = text().views;
  const found = useGetList<RecordData>(
    'saved_view',
    {
      filter: { screen },
      pagination: { page: 1, perPage: 100 },
      sort: { field: 'name', order: 'ASC' },
      meta: { quiet: true },
    },
    { enabled: anchor !== null },
  );
  const close = () => setAnchor(null);
  const open = (view: RecordData) => {
    close();
    const kept = JSON.parse(String(view.query)) as Kept;
    setFilters(kept.filter, []);
    setSort(kept.sort);
  };
  const query = JSON.stringify({ filter: filterValues, sort } satisfies Kept);
  const then = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <>
      <Button
        startIcon={<BookmarkBorderOutlined />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {words.title}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {found.data?.flatMap((view) => [
          <MenuItem key={view.id} onClick={() => open(view)}>
            <ListItemText>{String(view.name)}</ListItemText>
          </MenuItem>,
          // A menu is walked by its entries: the delete is one of its own, so that the keyboard reaches it.
          <MenuItem
            key={`${view.id} delete`}
            dense
            aria-label={words.remove(String(view.name))}
            onClick={then(() => openDialog((end) => <ViewDialogs.Remove view={view} onClose={end} />))}
            sx={{ pl: 4, color: 'text.secondary' }}
          >
            <ListItemIcon>
              <DeleteOutlined fontSize="small" />
            </ListItemIcon>
            <ListItemText>{text().actions.remove}</ListItemText>
          </MenuItem>,
        ])}
        {found.data?.length === 0 && <MenuItem disabled>{words.none}</MenuItem>}
        {found.error && <MenuItem disabled>{text().errors.load}</MenuItem>}
        <Divider />
        <MenuItem
          onClick={then(() =>
            openDialog((end) => (
              <ViewDialogs.Save screen={screen} query={query} views={found.data ?? []} onClose={end} />
            )),
          )}
        >
          {words.save}
        </MenuItem>
      </Menu>
    </>
  );
}
