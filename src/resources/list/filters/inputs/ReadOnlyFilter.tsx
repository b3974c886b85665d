import { Box } from '@mui/material';
import { text } from '../../../../i18n/text.ts';
import type { TextFilterProps } from '../../../dialogSlots.ts';
import { filterValue } from '../activeFilters.ts';
import { FilterText } from '../FilterText.tsx';
import { isTypedFilter, typedText } from './typedText.ts';

/** The text of a filter that only a link can set. */
export const TextFilter = ({ filter, values }: TextFilterProps) => (
  <Box
    component="span"
    sx={{ px: 1.5, fontSize: 13, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
  >
    {isTypedFilter(filter) ? (
      typedText(filter, values)
    ) : (
      <>
        {text().list.filterText(filter.label, '')}
        <FilterText field={filter.field} value={filterValue(filter, values)} />
      </>
    )}
  </Box>
);
