import { Skeleton, Typography } from '@mui/material';

/** As high as the sentence of what uses a record, until that comes. */
export const InUsePlaceholder = () => (
  <Typography variant="body2" sx={{ mb: 2.5 }}>
    <Skeleton width={320} />
  </Typography>
);
