import Close from '@mui/icons-material/Close';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import { Box, Button, Drawer, IconButton, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useListContext } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { text } from '../../../i18n/text.ts';
import { numberText } from '../../values/format.ts';
import { SortInput } from './SortInput.tsx';

interface Props {
  entity: Entity;
  /** The number of active filters. */
  count: number;
  children: ReactNode;
  /** Further tools of the list. */
  tools: ReactNode;
}

const paper = {
  maxHeight: '88dvh',
  borderRadius: '14px 14px 0 0',
  pb: 'env(safe-area-inset-bottom)',
} as const;

/**
 * On a phone: the button with the number of active filters, and the sheet with the filters, the sort order and the
 * tools.
 */
export function FilterSheet({ entity, count, children, tools }: Props) {
  const [open, setOpen] = useState(false);
  const title = useId();
  const { total } = useListContext();
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="outlined" startIcon={<TuneOutlined />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text().list.filterButton(count)}
      </Button>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': title, sx: paper } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', px: 2, pt: 1 }}>
          <Typography component="h2" variant="h2" id={title} sx={{ flex: 1 }}>
            {text().list.filterSheetTitle}
          </Typography>
          <IconButton edge="end" aria-label={text().actions.close} onClick={close}>
            <Close fontSize="small" />
          </IconButton>
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, p: 2, overflowY: 'auto' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>{children}</Box>
          <SortInput entity={entity} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{tools}</Box>
        </Box>
        <Box sx={{ p: 2, pt: 1, borderTop: 1, borderColor: 'divider' }}>
          <Button fullWidth variant="contained" onClick={close}>
            {total === undefined ? text().actions.close : text().list.showCount(numberText(total))}
          </Button>
        </Box>
      </Drawer>
    </>
  );
}
