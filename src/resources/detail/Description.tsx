import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface Line {
  readonly label: string;
  readonly value: ReactNode;
  readonly wide?: boolean;
}

/** A record's values below their names, as many side by side as there is room for (R-TABLE-04). */
export function Description({ lines }: { lines: readonly Line[] }) {
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
          <Typography component="dt" variant="body2" color="text.secondary" sx={{ fontSize: 12.5 }}>
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
