import { Box, Chip } from '@mui/material';
import { dash } from '../values/format.ts';
import { noRange, notPicked, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

const Tags = ({ value }: { value: unknown }) =>
  Array.isArray(value) && value.length > 0 ? (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, flexWrap: 'wrap' }}>
      {value.map((tag: string) => (
        <Chip key={tag} size="small" variant="outlined" label={tag} />
      ))}
    </Box>
  ) : (
    dash
  );

/** Short words by which users find a record. */
export const tagsView: KindView = {
  cell: (value) => <Tags value={value} />,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'tags' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'tags',
  ...noRange,
};
