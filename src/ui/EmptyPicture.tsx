import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { IconName } from '../../contract/schema/icon.ts';

/** Why there is nothing: none exist yet, none were found, access is denied, or loading failed. */
export type EmptyKind = 'empty' | 'search' | 'closed' | 'failed';

/** The drawings of the product, on a canvas of 120 by 90. */
const sheets = (
  <>
    <path d="M36 18h50a8 8 0 0 1 8 8v36" opacity=".5" />
    <path d="M32 26h48a6 6 0 0 1 6 6v38a6 6 0 0 1-6 6H34a6 6 0 0 1-6-6V30a4 4 0 0 1 4-4Z" />
    <path d="M40 42h32M40 52h20" opacity=".5" />
  </>
);
const board = (
  <>
    <path d="M36 22h42a6 6 0 0 1 6 6v42a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6Z" />
    <path d="M48 16h18a3 3 0 0 1 3 3v6H45v-6a3 3 0 0 1 3-3Z" />
    <path d="m39 40 3 3 5-6M54 40h20M39 55l3 3 5-6M54 55h14" opacity=".5" />
  </>
);
const certificate = (
  <>
    <path d="M28 22h60a6 6 0 0 1 6 6v32a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6Z" />
    <path d="M34 36h30M34 46h20" opacity=".5" />
    <circle cx="46" cy="62" r="8" />
    <path d="m42 69-2 9 6-3 6 3-2-9" />
  </>
);
const people = (
  <>
    <circle cx="52" cy="34" r="12" />
    <path d="M28 74c0-14 10-22 24-22s24 8 24 22" />
    <path d="M72 24a10 10 0 0 1 2 19M80 52c8 3 13 10 13 20" opacity=".5" />
  </>
);
const building = (
  <>
    <path d="M34 76V24a6 6 0 0 1 6-6h26a6 6 0 0 1 6 6v52M72 42h14a6 6 0 0 1 6 6v28M26 76h72" />
    <path d="M44 32h6M56 32h6M44 44h6M56 44h6M44 56h6M56 56h6M80 54h4M80 64h4" opacity=".5" />
  </>
);
const box = (
  <>
    <path d="m58 16 32 14v32L58 78 26 62V30Z" />
    <path d="m26 30 32 15 32-15M58 45v33" />
    <path d="m42 23 32 15" opacity=".5" />
  </>
);
const folder = (
  <>
    <path d="M24 70V26a5 5 0 0 1 5-5h18l8 9h33a5 5 0 0 1 5 5v35a5 5 0 0 1-5 5H29a5 5 0 0 1-5-5Z" />
    <path d="M24 42h69" opacity=".5" />
  </>
);
const envelope = (
  <>
    <path d="M27 24h62a5 5 0 0 1 5 5v40a5 5 0 0 1-5 5H27a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5Z" />
    <path d="m24 28 34 26 34-26" />
  </>
);
const card = (
  <>
    <path d="M27 24h62a5 5 0 0 1 5 5v40a5 5 0 0 1-5 5H27a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5Z" />
    <path d="M22 38h72" />
    <path d="M32 62h14" opacity=".5" />
  </>
);

/** The drawing of each icon name that a declaration may use; all others get the sheets. */
const things: Readonly<Partial<Record<IconName, ReactNode>>> = {
  order: board,
  application: board,
  test: board,
  authorization: certificate,
  licence: certificate,
  user: people,
  session: people,
  enterprise: building,
  product: box,
  project: folder,
  mail: envelope,
  message: envelope,
  payment: card,
  subscription: card,
};

/** The mark of each reason, in the lower corner of the drawing. */
const marks: Readonly<Record<EmptyKind, ReactNode>> = {
  empty: <path d="M92 60v16M84 68h16" />,
  search: (
    <>
      <circle cx="90" cy="66" r="8" />
      <path d="m96 72 7 7" />
    </>
  ),
  closed: (
    <>
      <path d="M83 66h18v13H83Z" />
      <path d="M87 66v-4a5 5 0 0 1 10 0v4" />
    </>
  ),
  failed: <path d="m92 57 12 21H80ZM92 65v6M92 74.5v.5" />,
};

/** A decorative drawing in the colours of the theme; the text beside it says everything that it shows. */
export const EmptyPicture = ({ kind, thing = 'page' }: { kind: EmptyKind; thing?: IconName | undefined }) => (
  <Box
    component="svg"
    viewBox="0 0 120 90"
    aria-hidden
    sx={{
      width: 112,
      height: 84,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2.2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      color: 'text.disabled',
    }}
  >
    <Box
      component="ellipse"
      cx="60"
      cy="82"
      rx="46"
      ry="4"
      sx={{ fill: 'action.hover', stroke: 'none', color: 'action.hover' }}
    />
    {things[thing] ?? sheets}
    <Box component="circle" cx="92" cy="68" r="17" sx={{ fill: 'background.paper', color: 'background.paper' }} />
    <Box component="g" sx={{ color: kind === 'failed' ? 'warning.main' : 'secondary.main' }}>
      {marks[kind]}
    </Box>
  </Box>
);
