import { Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  intro: string;
  children: ReactNode;
}

/** A page for visitors without an account: one card, outside the shell. */
export const PublicPage = ({ title, intro, children }: Props) => (
  <Box
    component="main"
    sx={{ minHeight: '100vh', display: 'grid', justifyItems: 'center', alignContent: 'start', p: { xs: 2, sm: 5 } }}
  >
    <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 }, width: 'min(680px, 100%)' }}>
      <Typography component="h1" variant="h1">
        {title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 3 }}>
        {intro}
      </Typography>
      {children}
    </Paper>
  </Box>
);
