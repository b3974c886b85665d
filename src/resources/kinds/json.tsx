import { Box } from '@mui/material';
import { dash, jsonText } from '../values/format.ts';
import { noFilter, notPicked, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

const pre = { m: 0, p: 1, maxHeight: 320, overflow: 'auto', bgcolor: 'action.hover', borderRadius: 1 } as const;

/** JSON of any shape. */
export const jsonView: KindView = {
  cell: (value) => (value ? JSON.stringify(value) : dash),
  whole: (value) =>
    typeof value === 'object' && value !== null ? (
      <Box component="pre" tabIndex={0} sx={pre}>
        {jsonText(value)}
      </Box>
    ) : undefined,
  group: plainGroup,
  isWide: true,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'json' },
  itemsInput: 'values',
  picked: notPicked,

  ...noFilter,
};
