import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface DescriptionLine {
  readonly label: string;
  readonly value: ReactNode;
  readonly wide?: boolean;
}

/** Values of a record below their labels, in as many columns as fit (R-TABLE-04). */
export function DescriptionList({ lines }: { lines: readonly DescriptionLine[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(160px, 100%), 1fr))',
        columnGap: 2,
        rowGap: 1.75,
      }}
    >
      {lines.map(({ label, value, wide }) => (
        <Box key={label} sx={{ minWidth: 0, gridColumn: wide ? '1 / -1' : undefined }}>
          <Typography component="dt" variant="body2" color="text.secondary" sx={{ fontSize: '0.78rem' }}>
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, mt: 0.25, minHeight: 20, overflowWrap: 'anywhere', whiteSpace: wide ? 'pre-line' : undefined }}
          >
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Values next to their labels in one line, at the end of a description. */
export function InlineDescription({ lines }: { lines: readonly DescriptionLine[] }) {
  if (lines.length === 0) return null;
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        mt: 2,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2.5,
        rowGap: 0.5,
        color: 'text.secondary',
        fontSize: '0.75rem',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {lines.map(({ label, value }) => (
        <li key={label}>
          {label} {value}
        </li>
      ))}
    </Box>
  );
}
