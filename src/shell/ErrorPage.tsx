import { Box, Button, Typography } from '@mui/material';
import { readSession } from '../authProvider/session.ts';
import { text } from '../i18n/text.ts';

/** What an unknown address shows, to everybody (R-ROUTE-04). */
export function ErrorPage() {
  const home = readSession() ? '/dashboard' : '/login';
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', gap: 3, p: 3, textAlign: 'center' }}
    >
      <Typography component="h1" variant="h2" sx={{ maxWidth: 520, fontWeight: 500, fontSize: 20 }}>
        {text().errors.page}
      </Typography>
      <Button href={home} variant="contained" sx={{ justifySelf: 'center' }}>
        {readSession() ? text().login.back : text().login.title}
      </Button>
    </Box>
  );
}
