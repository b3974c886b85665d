import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { LazyDialog } from '../../ui/dialog/LazyDialog.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { Keys } from '../keys/Keys.tsx';
import { PaletteLoading, type TypedBeforeLoad } from './PaletteLoading.tsx';
import { PaletteProvider } from './paletteSwitch.ts';

const Palette = lazyChunk(() => import('./Palette.tsx').then((found) => ({ default: found.Palette })));

/** Provides the palette, and the shortcuts that every page has. */
export function PaletteHost({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const begun = useRef<TypedBeforeLoad>({ written: '', isSent: false });
  const openPalette = useCallback(() => {
    begun.current = { written: '', isSent: false };
    setOpen(true);
  }, []);
  const close = () => setOpen(false);
  const value = useMemo(() => ({ openPalette, isHelpOpen, setHelpOpen }), [openPalette, isHelpOpen]);
  return (
    <PaletteProvider value={value}>
      {children}
      <Keys />
      <LazyDialog waiting={<PaletteLoading begun={begun.current} onClose={close} />} onClose={close}>
        {isOpen && <Palette begun={begun.current} onClose={close} />}
      </LazyDialog>
    </PaletteProvider>
  );
}
