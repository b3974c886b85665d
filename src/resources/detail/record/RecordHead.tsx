import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import { Box, IconButton, Skeleton, Tooltip, Typography, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { narrowQuery } from '../../../ui/breakpoints.ts';
import { useDialogFrame } from '../../../ui/dialog/DialogFrameContext.ts';
import { Cell } from '../../values/Cell.tsx';
import { useRecordDrawer } from './RecordDrawerContext.ts';

/** The state of a record, as a chip. */
export function StateChip({ entity, record }: { entity: Entity; record: RecordData }) {
  const field = entity.lifecycle?.field;
  if (!field || !fieldOf(entity, field)) return null;
  return <Cell entity={entity} name={field} record={record} />;
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
        variant="body2"
        color="text.secondary"
        aria-label={text().record.position(...position)}
        sx={{ fontVariantNumeric: 'tabular-nums', mr: 0.5, [`@media ${narrowQuery}`]: { display: 'none' } }}
      >
        {position.join(' / ')}
      </Typography>
      {ways.map(({ to, label, Icon }) => (
        <Tooltip key={label} title={label}>
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
          {title ?? <Skeleton width={180} />}
        </Typography>
        {chip}
      </Box>
      <NeighbourButtons />
      {!isNarrow && closeButton}
    </Box>
  );
}
