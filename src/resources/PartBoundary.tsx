import { Alert, Box, Button, Typography } from '@mui/material';
import { QueryErrorResetBoundary, useQueryClient } from '@tanstack/react-query';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { text } from '../i18n/text.ts';
import { ChunkError } from './loadChunk.ts';

interface Props {
  children: ReactNode;
  /** What is shown in its place; `retry` draws it anew. */
  fallback: (error: Error, retry: () => void) => ReactNode;
}

class Boundary extends Component<Props, { error?: Error | undefined }> {
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

/** A page or a dialog that fails is reported, says what failed, and can be tried again; the rest of the console stays. */
export function PartBoundary({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary
          fallback={(error, retry) => (
            <Box sx={{ p: 3 }}>
              <Alert
                severity="error"
                action={
                  <Button
                    color="inherit"
                    onClick={() => {
                      if (error instanceof ChunkError) return window.location.reload();
                      reset();
                      // What the part had read may be what it failed at; nothing shows it any more.
                      queries.removeQueries({ type: 'inactive' });
                      retry();
                    }}
                  >
                    {text().list.retry}
                  </Button>
                }
              >
                <Typography component="h2" variant="h3">
                  {error instanceof ChunkError ? text().errors.chunk : text().errors.part}
                </Typography>
                {error.message}
              </Alert>
            </Box>
          )}
        >
          {children}
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  );
}
