import { Skeleton, Typography } from '@mui/material';

/** Has the height of the notice about the use of a record, until that has loaded. */
export const InUsePlaceholder = () => (
  <Typography variant="body2" sx={{ mb: 2.5 }}>
    <Skeleton width={320} />
  </Typography>
);
