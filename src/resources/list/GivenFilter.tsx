import { Box } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { FilterText } from './FilterText.tsx';
import type { ListFilter } from './shownFilters.ts';

/** A filter that a link brought and nobody sets by hand: what it says. */
export const GivenFilter = ({ filter: { label, field }, value }: { filter: ListFilter; value: unknown }) => (
  <Box
    component="span"
    sx={{ px: 1.5, fontSize: 13, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
  >
    {text().list.filterText(label, '')}
    <FilterText field={field} value={value} />
  </Box>
);
