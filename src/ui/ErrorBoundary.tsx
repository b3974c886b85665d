import { Alert, Box, Button, Typography } from '@mui/material';
import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query';
import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { text } from '../i18n/text.ts';
import { ChunkError, forgetFailedChunks, recoverChunk } from './lazyChunk.ts';

/** The message for a part of the page that failed: its script did not load, or it could not be drawn. */
export const failureTitle = (error: unknown): string =>
  error instanceof ChunkError ? text().errors.scriptNotLoaded : text().errors.partFailed;

interface Props {
  children: ReactNode;
  /** Shown instead of the children; `retry` draws them again. */
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

  private readonly retry = () => this.setState({ error: undefined });

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.fallback(error, this.retry) : this.props.children;
  }
}

/**
 * Draws a part again whose script did not load: as soon as the network is back or the window has the focus, otherwise
 * once the script can be loaded.
 */
function useDrawOnceBack(error: Error, onBack: () => void): void {
  useEffect(() => {
    if (!(error instanceof ChunkError)) return;
    const draw = () => {
      forgetFailedChunks();
      onBack();
    };
    const back = () => navigator.onLine && draw();
    const end = new AbortController();
    for (const event of ['online', 'focus']) window.addEventListener(event, back, { signal: end.signal });
    recoverChunk(error, draw, end.signal);
    return () => end.abort();
  }, [error, onBack]);
}

interface FailureProps {
  error: Error;
  onRetry: () => void;
  /** Draws the part again, without a reload. */
  onBack: () => void;
}

/** Shows what failed, and offers to try again. */
function FailureMessage({ error, onRetry, onBack }: FailureProps) {
  useDrawOnceBack(error, onBack);
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
  /** Wraps the message; by default it takes the place of the children. */
  frame?: (failureMessage: ReactNode) => ReactNode;
}

/**
 * Catches the failure of a page or a dialog: reports it, shows what failed and offers to try again. The rest of the
 * console keeps working.
 */
export function ErrorBoundary({ children, frame = (failureMessage) => failureMessage }: ErrorBoundaryProps) {
  const queries = useQueryClient();
  const again = (error: Error, reset: () => void, retry: () => void) => {
    if (error instanceof ChunkError) return window.location.reload();
    reset();
    // The data that this part had read may be the cause; nothing shows it any more.
    queries.removeQueries({ type: 'inactive' });
    retry();
  };
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchErrors
          fallback={(error, retry) =>
            frame(<FailureMessage error={error} onRetry={() => again(error, reset, retry)} onBack={retry} />)
          }
        >
          {children}
        </CatchErrors>
      )}
    </QueryErrorResetBoundary>
  );
}
