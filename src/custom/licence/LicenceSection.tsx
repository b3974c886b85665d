import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  hint: string;
  children: ReactNode;
}

/** A part of a licence below its fields, with what it is for. */
export const LicenceSection = ({ title, hint, children }: Props) => (
  <Box component="section" sx={{ mt: 3 }}>
    <Typography component="h3" variant="h3">
      {title}
    </Typography>
    <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
      {hint}
    </Typography>
    {children}
  </Box>
);
