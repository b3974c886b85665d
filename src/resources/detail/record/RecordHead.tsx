import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import { Box, IconButton, Skeleton, Tooltip, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { narrowQuery } from '../../../ui/breakpoints.ts';
import { useDialogFrame } from '../../../ui/dialog/DialogFrameContext.ts';
import { normalizedKey } from '../../../ui/keyboard/keys.ts';
import { printPage } from '../../../ui/print/printing.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { WithCodes } from '../../../ui/WithCodes.tsx';
import { Cell } from '../../values/Cell.tsx';
import { useRecordDrawer } from './RecordDrawerContext.ts';

/** The state of a record, as a chip. */
export function StateChip({ entity, record }: { entity: Entity; record: RecordData }) {
  const field = entity.lifecycle?.field;
  if (!field || !fieldOf(entity, field)) return null;
  return <Cell entity={entity} name={field} record={record} />;
}

/** Prints the whole record, or saves it as a PDF, as Ctrl+P then does too (issue 33, "Print"). */
function PrintButton() {
  const label = text().record.print;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || normalizedKey(event) !== 'p') return;
      event.preventDefault();
      void printPage();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={() => void printPage()}>
        <PrintOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

/** The buttons to the previous and the next record of the list. */
function NeighbourButtons() {
  const drawer = useRecordDrawer();
  if (!drawer?.position) return null;
  const { previous, next, position } = drawer;
  const ways = [
    { to: previous, label: text().record.previous, Icon: KeyboardArrowUp },
    { to: next, label: text().record.next, Icon: KeyboardArrowDown },
  ];
  return (
    <>
      <Typography
        data-screen-only
        variant="body2"
        color="text.secondary"
        sx={{ fontVariantNumeric: 'tabular-nums', mr: 0.5, [`@media ${narrowQuery}`]: { display: 'none' } }}
      >
        <span aria-hidden="true">{position.join(' / ')}</span>
        <Box component="span" sx={visuallyHidden}>
          {text().record.position(...position)}
        </Box>
      </Typography>
      {ways.map(({ to, label, Icon }) => (
        <Tooltip key={label} title={label} describeChild>
          <span>
            <IconButton size="small" aria-label={label} disabled={to === undefined} onClick={to}>
              <Icon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      ))}
    </>
  );
}

interface Props {
  /** Undefined while the record loads. */
  title: string | undefined;
  chip?: ReactNode;
}

/** The title bar of a record that is open next to its list, with the buttons to its neighbours. */
export function RecordHead({ title, chip }: Props) {
  const drawer = useRecordDrawer();
  const { close } = useDialogFrame();
  const isNarrow = useMediaQuery(narrowQuery);
  const Icon = isNarrow ? ArrowBack : Close;
  const closeButton = (
    <IconButton size="small" aria-label={text().actions.close} onClick={close} edge={isNarrow ? 'start' : 'end'}>
      <Icon fontSize="small" />
    </IconButton>
  );
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        px: { xs: 2, sm: 3 },
        minHeight: 56,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {isNarrow && closeButton}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: 1.25, flexWrap: 'wrap', py: 1 }}>
        <Typography component="h2" variant="h2" id={drawer?.titleId} sx={{ overflowWrap: 'anywhere' }}>
          {title === undefined ? <Skeleton width={180} /> : <WithCodes>{title}</WithCodes>}
        </Typography>
        {chip}
      </Box>
      {title && <PrintButton />}
      <NeighbourButtons />
      {!isNarrow && closeButton}
    </Box>
  );
}
