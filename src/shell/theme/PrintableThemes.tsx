import type { ReactNode } from 'react';
import { ThemesContext } from 'react-admin';
import { usePrinting } from '../../ui/print/printing.ts';
import { darkTheme, lightTheme } from './theme.ts';

const themes = { lightTheme, darkTheme };
/** Paper is light, whatever the reader chose. */
const paperThemes = { lightTheme, darkTheme: lightTheme };

/** The light and the dark theme of the console; only the light one while the page is printed. */
export const PrintableThemes = ({ children }: { children: ReactNode }) => (
  <ThemesContext.Provider value={usePrinting() ? paperThemes : themes}>{children}</ThemesContext.Provider>
);
