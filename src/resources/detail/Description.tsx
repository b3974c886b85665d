import { Box, Typography } from '@mui/material';
import { Fragment, type ReactNode } from 'react';

export interface Line {
  readonly label: string;
  readonly value: ReactNode;
  readonly wide?: boolean;
}

/** A record's values with their names, two side by side where there is room (R-TABLE-04). */
export function Description({ lines }: { lines: readonly Line[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'auto 1fr', md: 'auto 1fr auto 1fr' },
        columnGap: 2,
        rowGap: 1.25,
      }}
    >
      {lines.map(({ label, value, wide }) => (
        <Fragment key={label}>
          <Typography
            component="dt"
            variant="body2"
            color="text.secondary"
            sx={{ whiteSpace: 'nowrap', gridColumnStart: wide ? 1 : undefined }}
          >
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', gridColumn: wide ? { md: 'span 3' } : undefined }}
          >
            {value}
          </Typography>
        </Fragment>
      ))}
    </Box>
  );
}
