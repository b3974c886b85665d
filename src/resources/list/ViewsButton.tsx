import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Button, Divider, IconButton, ListItemText, Menu, MenuItem, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListFilterContext, useListSortContext } from 'react-admin';
import { ApiError, api, type Page } from '../dataProvider/api.ts';
import { toast } from '../dataProvider/notices.ts';
import { text } from '../i18n/text.ts';
import { FormDialog } from './FormDialog.tsx';
import { useBusy } from './useBusy.ts';

interface View {
  id: number;
  name: string;
  query: string;
}

/** The filters and the order of a list, as a view keeps them. */
interface Kept {
  filter: Record<string, unknown>;
  sort: { field: string; order: 'ASC' | 'DESC' };
}

function SaveDialog({ onSave, onClose }: { onSave: (name: string) => Promise<void>; onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const [busy, run] = useBusy();
  const send = async () => {
    try {
      await onSave(name.trim());
      onClose();
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure.message);
    }
  };
  const ready = name.trim() !== '';
  return (
    <FormDialog
      title={text().views.save}
      submit={text().actions.save}
      ready={ready}
      busy={busy}
      dirty={name !== ''}
      onSubmit={() => ready && run(send)}
      onClose={onClose}
    >
      <TextField
        name="view"
        label={text().views.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={Boolean(error)}
        helperText={error || ' '}
        autoFocus
        sx={{ mt: 1 }}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
    </FormDialog>
  );
}

/** The views that the user has saved for this list: to open, to save, to delete (B38). */
export function ViewsButton({ screen }: { screen: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [saving, setSaving] = useState(false);
  const { filterValues, setFilters } = useListFilterContext();
  const { sort, setSort } = useListSortContext();
  const words = text().views;
  const found = useQuery({
    queryKey: ['views', screen],
    queryFn: () =>
      api<Page<View>>('/v1/saved_view/list', { query: { filter_screen: screen, is_paginate: false }, quiet: true }),
    enabled: anchor !== null,
  });
  const close = () => setAnchor(null);
  const open = (view: View) => {
    close();
    const kept = JSON.parse(view.query) as Kept;
    setFilters(kept.filter, []);
    setSort(kept.sort);
  };
  const save = async (name: string) => {
    const query = JSON.stringify({ filter: filterValues, sort } satisfies Kept);
    await api('/v1/saved_view', { method: 'POST', body: { screen, name, query } });
    toast(words.saved, 'success');
  };
  const remove = async (view: View) => {
    await api(`/v1/saved_view/${view.id}`, { method: 'DELETE' }).catch(() => undefined);
    await found.refetch();
  };
  const views = found.data?.items ?? [];
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
        {views.map((view) => (
          <MenuItem key={view.id} onClick={() => open(view)} sx={{ gap: 2 }}>
            <ListItemText>{view.name}</ListItemText>
            <IconButton
              size="small"
              edge="end"
              aria-label={words.remove(view.name)}
              onClick={(event) => {
                event.stopPropagation();
                void remove(view);
              }}
            >
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </MenuItem>
        ))}
        {found.data && views.length === 0 && <MenuItem disabled>{words.none}</MenuItem>}
        <Divider />
        <MenuItem
          onClick={() => {
            close();
            setSaving(true);
          }}
        >
          {words.save}
        </MenuItem>
      </Menu>
      {saving && <SaveDialog onSave={save} onClose={() => setSaving(false)} />}
    </>
  );
}
