import { Autocomplete, Box, Popover, type PopperProps, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { text } from '../../../i18n/text.ts';
import type { AddFilterMenuProps } from '../../dialogSlots.ts';

/** The results are shown below the search input, in the same popover. */
const InlinePopper = ({ children }: PopperProps) => <Box sx={{ mt: 0.5 }}>{children as ReactNode}</Box>;

/** The menu of filters that can be added, searched by typing. */
export function AddFilterMenu({ anchor, filters, onAdd, onClose }: AddFilterMenuProps) {
  const label = text().list.addFilter;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5, p: 1, width: 260 } } }}
    >
      <Autocomplete
        open
        autoHighlight
        forcePopupIcon={false}
        options={[...filters]}
        getOptionKey={({ name }) => name}
        getOptionLabel={(filter) => filter.label}
        noOptionsText={text().form.nothingFound}
        onChange={(_event, filter) => filter && onAdd(filter.name)}
        onClose={(_event, reason) => reason === 'escape' && onClose()}
        slots={{ popper: InlinePopper }}
        slotProps={{ listbox: { sx: { p: 0, maxHeight: 320 } } }}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            placeholder={label}
            slotProps={{ htmlInput: { ...params.inputProps, 'aria-label': label } }}
          />
        )}
      />
    </Popover>
  );
}
