import { Box, Button, Typography } from '@mui/material';
import { useSession } from '../authProvider/useSession.ts';
import { text } from '../i18n/text.ts';

/** What an unknown address shows, to everybody (R-ROUTE-04). */
export function ErrorPage() {
  const session = useSession();
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', gap: 3, p: 3, textAlign: 'center' }}
    >
      <Typography component="h1" variant="h2" sx={{ maxWidth: 520, fontWeight: 500, fontSize: 20 }}>
        {text().errors.page}
      </Typography>
      <Button href={session ? '/dashboard' : '/login'} variant="contained" sx={{ justifySelf: 'center' }}>
        {session ? text().login.back : text().login.title}
      </Button>
    </Box>
  );
}

/** What a page of react-admin shows to whom its authProvider does not let in. */
export const AccessDenied = () => <Typography>{text().login.denied}</Typography>;
