import { Box, Button, Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { failureTitle } from '../../ui/ErrorBoundary.tsx';
import { PublicFrame, useWayBack } from './PublicFrame.tsx';

/** That there is no page here, and the way back; for a page inside the frame. */
export function MissingPage() {
  const { link, label } = useWayBack();
  return (
    <Box sx={{ flex: 1, display: 'grid', placeContent: 'center', p: 3 }}>
      <EmptyState kind="search" title={text().errors.page} heading>
        <Button {...link} variant="contained" sx={{ mt: 1.5 }}>
          {label}
        </Button>
      </EmptyState>
    </Box>
  );
}

/** The page for an unknown address, for everybody (R-ROUTE-04). */
export const ErrorPage = () => (
  <PublicFrame>
    <MissingPage />
  </PublicFrame>
);

/** Shown instead of all pages when the frame could not be drawn. */
export const BrokenPage = ({ error }: { error?: Error }) => (
  <PublicFrame>
    <Box sx={{ flex: 1, display: 'grid', placeContent: 'center', p: 3 }}>
      <EmptyState kind="failed" title={failureTitle(error)} heading>
        <Button variant="contained" onClick={() => window.location.reload()} sx={{ mt: 1.5 }}>
          {text().list.retry}
        </Button>
      </EmptyState>
    </Box>
  </PublicFrame>
);

/** Shown by react-admin's pages when the authProvider denies access. */
export const AccessDenied = () => <Typography>{text().login.denied}</Typography>;
