import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Button, Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useCreate, useDelete, useGetList, useListContext } from 'react-admin';
import { useLocation } from 'react-router';
import { entityNamed } from '../../../contract/index.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';

/** The filters and the order of a list, as a view keeps them. */
interface Kept {
  filter: Record<string, unknown>;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

const resource = 'saved_view';
const { name: nameField } = entityNamed(resource).fields;

function SaveDialog({ screen, query, onClose }: { screen: string; query: string; onClose: () => void }) {
  const [create] = useCreate();
  const notice = useNotice();
  const save = async ({ name }: Record<string, unknown>, idempotencyKey: string) => {
    const params = { data: { screen, name, query }, meta: { idempotencyKey } };
    await create(resource, params, { returnPromise: true });
    notice.success(text().views.saved);
    onClose();
  };
  return (
    <InputDialog
      title={text().views.save}
      action={text().actions.save}
      fields={nameField ? { name: nameField } : {}}
      send={save}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ view, onClose }: { view: RecordData; onClose: () => void }) {
  const [remove] = useDelete();
  const name = String(view.name);
  const params = { id: view.id, previousData: view };
  return (
    <ConfirmDialog
      title={text().views.remove(name)}
      danger
      yes={text().actions.remove}
      onYes={() => remove(resource, params, { returnPromise: true, mutationMode: 'pessimistic' })}
      onClose={onClose}
    >
      {text().ask.remove(name)}
    </ConfirmDialog>
  );
}

/** The views that the user has saved for this list: to open, to save, to delete (B38). */
export function ViewsButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const openDialog = useOpenDialog();
  const { resource: list, filterValues, setFilters, sort, setSort } = useListContext();
  const screen = `${useLocation().pathname} ${list}`;
  const words = text().views;
  const found = useGetList<RecordData>(
    resource,
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
            onClick={then(() => openDialog((end) => <RemoveDialog view={view} onClose={end} />))}
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
        <MenuItem onClick={then(() => openDialog((end) => <SaveDialog screen={screen} query={query} onClose={end} />))}>
          {words.save}
        </MenuItem>
      </Menu>
    </>
  );
}
