import { Box, Button, type Theme, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { maxIds } from '../../../../contract/lists/limits.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useNotice } from '../../../dataProvider/useNotice.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { type EntityProps, useDialogSlots } from '../../dialogSlots.ts';
import { numberText } from '../../values/format.ts';
import { ExportButton } from '../toolbar/ExportButton.tsx';
import { useBulkActions } from './useBulkActions.ts';
import { useSelectedRecords } from './useSelectedRecords.ts';

/** Selects all records that match the filters, shows the progress, and can be stopped. */
function SelectMatching({ selected }: { selected: ReturnType<typeof useSelectedRecords> }) {
  const { total = 0, selectedIds = [] } = useListContext<RecordData>();
  const notice = useNotice();
  const { progress, stop, selectMatching } = selected;
  const words = text().views;
  const count = Math.min(total, maxIds);
  if (progress !== undefined)
    return (
      <>
        <Typography variant="body2" role="status">
          {words.selecting(numberText(progress), numberText(count))}
        </Typography>
        <Button onClick={stop}>{text().actions.cancel}</Button>
      </>
    );
  if (selectedIds.length >= count) return null;
  const all = () => void selectMatching().catch(() => notice.error(text().errors.notLoaded));
  return <Button onClick={all}>{words.selectMatching(numberText(count), total > count)}</Button>;
}

/** Publishes the height of the bar, for the sticky headings below it. */
function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current || typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const tell = ({ target }: ResizeObserverEntry) =>
      style.setProperty('--bulk-height', `${Math.floor(target.getBoundingClientRect().height)}px`);
    const observer = new ResizeObserver(([entry]) => entry && tell(entry));
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bulk-height');
    };
  }, []);
  return bar;
}

/** Sticky, since the selected rows may be far below. */
const barStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  flexWrap: 'wrap',
  position: 'sticky',
  top: 'var(--header-height, 60px)',
  zIndex: 5,
  bgcolor: 'background.paper',
  backgroundImage: ({ palette: { action } }: Theme) => `linear-gradient(${action.selected}, ${action.selected})`,
  // A pale border is invisible on a background of the same colour.
  '& .MuiButton-outlined:not(:hover)': { bgcolor: 'background.paper' },
} as const;

/** The bulk actions for the selected rows; each action runs on the records that it applies to. */
function SelectionBar({ entity }: { entity: Entity }) {
  const role = useRole();
  const openDialog = useOpenDialog();
  const { BulkDialog } = useDialogSlots();
  const { selectedIds = [], onSelect, onUnselectItems } = useListContext<RecordData>();
  const actions = useBulkActions(entity);
  const selected = useSelectedRecords();
  const { records } = selected;
  const height = useBarHeight();
  const offers = actions.flatMap((action) => {
    const fitting = role ? records.filter((record) => action.applies(record, role)) : [];
    return fitting.length > 0 ? [{ action, records: fitting }] : [];
  });
  const keepSelected = (left: readonly number[]) => (left.length > 0 ? onSelect([...left]) : onUnselectItems());
  const open = (offer: (typeof offers)[number]) =>
    openDialog((close) => <BulkDialog entity={entity} {...offer} onClose={close} onDone={keepSelected} />);
  return (
    <Box ref={height} role="toolbar" aria-label={text().views.selected(selectedIds.length)} sx={barStyle}>
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
          {translate(offer.action.label)} ({numberText(offer.records.length)})
        </Button>
      ))}
      {!entity.without?.includes('export') && <ExportButton ids={selectedIds} />}
      <SelectMatching selected={selected} />
      <Button onClick={() => onUnselectItems()}>{text().views.clearSelection}</Button>
    </Box>
  );
}

/** The bar of the selected rows; nothing if no rows are selected. */
export function BulkBar({ entity }: EntityProps) {
  const { selectedIds = [] } = useListContext<RecordData>();
  return selectedIds.length > 0 && <SelectionBar entity={entity} />;
}
