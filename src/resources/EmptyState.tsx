import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** Sheets on a desk, in the colours of the theme: nothing yet, nothing found, or not for these eyes. */
const pictures = {
  empty: <path d="M38 46h44M38 56h30" />,
  search: (
    <>
      <circle cx="60" cy="48" r="11" />
      <path d="m68 56 9 9" />
    </>
  ),
  closed: (
    <>
      <rect x="46" y="46" width="28" height="20" rx="3" />
      <path d="M52 46v-5a8 8 0 0 1 16 0v5" />
    </>
  ),
} as const;

function Picture({ kind }: { kind: keyof typeof pictures }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 120 90"
      aria-hidden
      sx={{ width: 112, height: 84, fill: 'none', strokeWidth: 2.5, strokeLinecap: 'round', strokeLinejoin: 'round' }}
    >
      <Box component="ellipse" cx="60" cy="80" rx="44" ry="5" sx={{ fill: 'action.hover', color: 'action.hover' }} />
      <Box component="g" sx={{ stroke: 'currentColor', color: 'text.disabled' }}>
        <path d="M32 26h48a6 6 0 0 1 6 6v38a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V30a4 4 0 0 1 4-4Z" />
        <path d="M36 18h50a8 8 0 0 1 8 8v36" opacity=".5" />
      </Box>
      <Box component="g" sx={{ stroke: 'currentColor', color: 'secondary.main' }}>
        {pictures[kind]}
      </Box>
    </Box>
  );
}

interface Props {
  kind: keyof typeof pictures;
  title: string;
  /** What to do next. */
  hint?: string | undefined;
  /** The button that does it. */
  children?: ReactNode;
  /** Whether the title is that of the page. */
  heading?: boolean;
}

/** Stands where there is nothing to show: a picture, why, and what to do next. */
export const EmptyState = ({ kind, title, hint, children, heading }: Props) => (
  <Box
    sx={{ py: 5, px: 2, display: 'grid', justifyItems: 'center', gap: 1, textAlign: 'center', whiteSpace: 'normal' }}
  >
    <Picture kind={kind} />
    <Typography
      component={heading ? 'h1' : 'p'}
      variant={heading ? 'h2' : 'body1'}
      sx={{ fontWeight: 650, maxWidth: 520 }}
    >
      {title}
    </Typography>
    {hint && (
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: 420 }}>
        {hint}
      </Typography>
    )}
    {children}
  </Box>
);
