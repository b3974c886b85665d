import { Box, Skeleton } from '@mui/material';

/** The place of the values of a record until it is there. */
export const RecordSkeleton = () => (
  <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))' }}>
    {Array.from({ length: 9 }, (_, at) => (
      <Skeleton key={at} variant="rounded" height={38} />
    ))}
  </Box>
);
