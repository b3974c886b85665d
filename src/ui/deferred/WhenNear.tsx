import { Box } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { useIsPhone } from '../breakpoints.ts';
import { usePrinting } from '../print/printing.ts';
import { useIsNear } from './useIsNear.ts';

interface Props {
  /** True while what is above has not its full height yet, so that nobody knows where this part will be. */
  isWaiting: boolean;
  children: ReactNode;
}

/**
 * The lower part of a page. On a phone it is drawn when the reader comes near it, since a slow phone would be busy with
 * what nobody sees; on paper and in wide windows it is always drawn.
 */
export function WhenNear({ isWaiting, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const isPrinting = usePrinting();
  const isNear = useIsNear(place, isPhone && !isWaiting);
  return <Box ref={place}>{(!isPhone || isNear || isPrinting) && children}</Box>;
}
