import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { lazyChunk } from '../../resources/loadChunk.ts';
import { Keys } from '../keys/Keys.tsx';
import { PaletteProvider } from './paletteSwitch.ts';

const Palette = lazyChunk(() => import('./Palette.tsx').then((found) => ({ default: found.Palette })));

/** Opens the palette, and has the shortcuts of every page. */
export function PaletteHost({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openPalette = useCallback(() => setOpen(true), []);
  const value = useMemo(() => ({ openPalette, isHelpOpen, setHelpOpen }), [openPalette, isHelpOpen]);
  return (
    <PaletteProvider value={value}>
      {children}
      <Keys />
      <Suspense fallback={null}>{isOpen && <Palette onClose={() => setOpen(false)} />}</Suspense>
    </PaletteProvider>
  );
}
