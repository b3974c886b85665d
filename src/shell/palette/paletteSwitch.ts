import { createContext, useContext } from 'react';

/** Opens the palette, and opens or closes the list of shortcuts. */
export interface PaletteSwitch {
  readonly openPalette: () => void;
  readonly isHelpOpen: boolean;
  readonly setHelpOpen: (open: boolean) => void;
}

const PaletteContext = createContext<PaletteSwitch>({
  openPalette: () => undefined,
  isHelpOpen: false,
  setHelpOpen: () => undefined,
});

export const PaletteProvider = PaletteContext.Provider;
export const usePaletteSwitch = (): PaletteSwitch => useContext(PaletteContext);
