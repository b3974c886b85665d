import { Box, Button, Typography } from '@mui/material';
import { useGetMany, useListContext } from 'react-admin';
import type { Entity } from '../../../contract/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text, translate } from '../../i18n/text.ts';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { BulkDialog } from '../dialogs.ts';
import { useBulk } from './useBulk.ts';

/** The records that are selected, also those on other pages. */
function useSelected(): readonly RecordData[] {
  const { resource, selectedIds = [], data = [] } = useListContext<RecordData>();
  const here = data.filter(({ id }) => selectedIds.includes(id));
  const elsewhere = selectedIds.filter((id) => !here.some((record) => record.id === id));
  const found = useGetMany<RecordData>(resource, { ids: elsewhere }, { enabled: elsewhere.length > 0 });
  return [...here, ...(elsewhere.length > 0 ? (found.data ?? []) : [])].filter(Boolean);
}

/** What can be done with the rows that are selected: each action takes those that it applies to. */
export function BulkBar({ entity }: { entity: Entity }) {
  const role = useRole();
  const openDialog = useOpenDialog();
  const { selectedIds = [], onUnselectItems } = useListContext<RecordData>();
  const actions = useBulk(entity);
  const records = useSelected();
  if (selectedIds.length === 0) return null;
  const offers = actions.flatMap((action) => {
    const fitting = role ? records.filter((record) => action.applies(record, role)) : [];
    return fitting.length > 0 ? [{ action, records: fitting }] : [];
  });
  const open = (offer: (typeof offers)[number]) =>
    openDialog((close) => (
      <BulkDialog
        entity={entity}
        {...offer}
        onClose={() => {
          onUnselectItems();
          close();
        }}
      />
    ));
  return (
    <Box
      role="toolbar"
      aria-label={text().views.selected(selectedIds.length)}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, bgcolor: 'action.selected', flexWrap: 'wrap' }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600, mr: 1 }}>
        {text().views.selected(selectedIds.length)}
      </Typography>
      {offers.map((offer) => (
        <Button
          key={offer.action.name}
          variant="outlined"
          color={offer.action.tone === 'danger' ? 'error' : 'primary'}
          onClick={() => open(offer)}
        >
          {translate(offer.action.label)} ({offer.records.length})
        </Button>
      ))}
      <Button onClick={() => onUnselectItems()}>{text().views.unselect}</Button>
    </Box>
  );
}
