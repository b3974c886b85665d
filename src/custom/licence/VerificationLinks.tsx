import { Box, Link, Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';

/** Where the public keys and the list of withdrawn licences are: a product verifies the licence with them. */
export function VerificationLinks() {
  const words = text().licence;
  const links = [
    { label: words.publicKeys, path: '/.well-known/jwks.json' },
    { label: words.revocationList, path: '/.well-known/revoked.jws' },
  ];
  return (
    <Box component="section" sx={{ mt: 3 }} data-testid="verification">
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {words.verification}
      </Typography>
      {links.map(({ label, path }) => (
        <Typography key={path} variant="body2" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mb: 0.5 }}>
          <Box component="span" color="text.secondary">
            {label}
          </Box>
          <Link href={path} target="_blank" rel="noopener noreferrer" translate="no" sx={{ overflowWrap: 'anywhere' }}>
            {`${window.location.origin}${path}`}
          </Link>
        </Typography>
      ))}
    </Box>
  );
}
