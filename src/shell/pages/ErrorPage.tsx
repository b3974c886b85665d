import { Box, Button, Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { whatFailed } from '../../ui/ErrorBoundary.tsx';
import { PublicFrame, useWayBack } from './PublicFrame.tsx';

/** What an unknown address shows, to everybody (R-ROUTE-04). */
export function ErrorPage() {
  const { href, label } = useWayBack();
  return (
    <PublicFrame>
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center', p: 3 }}>
        <EmptyState kind="search" title={text().errors.page} heading>
          <Button href={href} variant="contained" sx={{ mt: 1.5 }}>
            {label}
          </Button>
        </EmptyState>
      </Box>
    </PublicFrame>
  );
}

/** What stands in the place of all pages where what is around them could not be drawn. */
export const BrokenPage = ({ error }: { error?: Error }) => (
  <PublicFrame>
    <Box sx={{ flex: 1, display: 'grid', placeContent: 'center', p: 3 }}>
      <EmptyState kind="failed" title={whatFailed(error)} heading>
        <Button variant="contained" onClick={() => window.location.reload()} sx={{ mt: 1.5 }}>
          {text().list.retry}
        </Button>
      </EmptyState>
    </Box>
  </PublicFrame>
);

/** What a page of react-admin shows to whom its authProvider does not let in. */
export const AccessDenied = () => <Typography>{text().login.denied}</Typography>;
