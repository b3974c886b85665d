import { Box, Link, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { PublicFrame, useWayBack } from '../../shell/pages/PublicFrame.tsx';

interface Props {
  title: string;
  intro: string;
  children: ReactNode;
}

/** A page for visitors without an account: one card outside the frame, with a link back below it. */
export function PublicPage({ title, intro, children }: Props) {
  const { link, label } = useWayBack();
  return (
    <PublicFrame>
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, p: { xs: 2, sm: 5 } }}>
        <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 }, width: 'min(680px, 100%)' }}>
          <Typography component="h1" variant="h1">
            {title}
          </Typography>
          <Typography color="text.secondary" sx={{ mb: 3 }}>
            {intro}
          </Typography>
          {children}
        </Paper>
        <Link {...link} color="text.secondary" sx={{ py: 1.5, minWidth: 44, textAlign: 'center' }}>
          {label}
        </Link>
      </Box>
    </PublicFrame>
  );
}
