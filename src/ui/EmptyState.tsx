import { Box, Typography } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import type { IconName } from '../../contract/schema/icon.ts';
import type { EmptyKind } from './EmptyPicture.tsx';
import { lazyChunk } from './lazyChunk.ts';

const EmptyPicture = lazyChunk(() => import('./EmptyPicture.tsx').then((found) => ({ default: found.EmptyPicture })));

interface Props {
  kind: EmptyKind;
  /** The icon of the missing records. */
  thing?: IconName | undefined;
  title: string;
  /** What the user can do next. */
  hint?: string | undefined;
  /** The button for it. */
  children?: ReactNode;
  /** True if the title is the heading of the page. */
  heading?: boolean;
}

/** Shown when there is nothing to show: a picture, the reason, and what to do next. */
export const EmptyState = ({ kind, thing, title, hint, children, heading }: Props) => (
  <Box
    sx={{ py: 5, px: 2, display: 'grid', justifyItems: 'center', gap: 1, textAlign: 'center', whiteSpace: 'normal' }}
  >
    <Box sx={{ height: 84 }}>
      <Suspense fallback={null}>
        <EmptyPicture kind={kind} thing={thing} />
      </Suspense>
    </Box>
    <Typography
      component={heading ? 'h1' : 'p'}
      variant={heading ? 'h2' : 'body1'}
      sx={{ fontWeight: 650, maxWidth: 520 }}
    >
      {title}
    </Typography>
    {hint && (
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ maxWidth: 420, textWrap: 'balance', mb: children ? 1 : 0 }}
      >
        {hint}
      </Typography>
    )}
    {children}
  </Box>
);
