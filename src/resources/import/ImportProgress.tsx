import { Box, LinearProgress, Typography } from '@mui/material';

/** How much of a piece of work is done; without a number yet it only moves. */
export function ImportProgress({ label, done, all }: { label: string; done: number; all: number }) {
  const value = (done / all) * 100;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography role="status">{label}</Typography>
      <LinearProgress
        variant={value > 0 ? 'determinate' : 'indeterminate'}
        value={value}
        color="secondary"
        aria-label={label}
      />
    </Box>
  );
}
