import { Alert, Box, Button, Typography } from '@mui/material';
import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { text } from '../i18n/text.ts';
import { ChunkError } from './lazyChunk.ts';

/** What is said of a part that failed: that it did not come, or that it could not be drawn. */
export const failureTitle = (error: unknown): string =>
  error instanceof ChunkError ? text().errors.scriptNotLoaded : text().errors.partFailed;

interface Props {
  children: ReactNode;
  /** What is shown in its place; `retry` draws it anew. */
  fallback: (error: Error, retry: () => void) => ReactNode;
}

class CatchErrors extends Component<Props, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error('A part of the page could not be drawn', error, componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.fallback(error, () => this.setState({ error: undefined })) : this.props.children;
  }
}

/** Says what could not be drawn, and offers to try again. */
function FailureMessage({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Box sx={{ p: 3 }}>
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={onRetry}>
            {text().list.retry}
          </Button>
        }
      >
        <Typography component="h2" variant="h3">
          {failureTitle(error)}
        </Typography>
        {error.message}
      </Alert>
    </Box>
  );
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What stands around what is said; it stands where the part would be unless given. */
  frame?: (said: ReactNode) => ReactNode;
}

/** A page or a dialog that fails is reported, says what failed, and can be tried again; the rest of the console stays. */
export function ErrorBoundary({ children, frame = (said) => said }: ErrorBoundaryProps) {
  const queries = useQueryClient();
  const again = (error: Error, reset: () => void, retry: () => void) => {
    if (error instanceof ChunkError) return window.location.reload();
    reset();
    // What the part had read may be what it failed at; nothing shows it any more.
    queries.removeQueries({ type: 'inactive' });
    retry();
  };
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchErrors
          fallback={(error, retry) =>
            frame(<FailureMessage error={error} onRetry={() => again(error, reset, retry)} />)
          }
        >
          {children}
        </CatchErrors>
      )}
    </QueryErrorResetBoundary>
  );
}
