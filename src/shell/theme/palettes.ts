import { darkGround } from '../../../contract/values/brandColour.ts';

/** The product's own colours in light mode. */
export const light = {
  mode: 'light',
  primary: { main: '#b0126f', dark: '#8f0e5a', light: '#d44a9b', contrastText: '#ffffff' },
  secondary: { main: '#0e7490', contrastText: '#ffffff' },
  success: { main: '#15703a' },
  warning: { main: '#8a5200' },
  error: { main: '#b3261e' },
  info: { main: '#1d5f9e' },
  background: { default: '#f7f5f7', paper: '#ffffff' },
  text: { primary: '#211b1f', secondary: '#5f565c' },
  divider: '#e6e0e4',
} as const;

/** The product's own colours in dark mode. */
export const dark = {
  mode: 'dark',
  primary: { main: '#f08cc4', dark: '#e272b5', light: '#f9b9dc', contrastText: '#33081f' },
  secondary: { main: '#5cc6de', contrastText: '#06303a' },
  success: { main: '#6fd195' },
  warning: { main: '#f2b866' },
  error: { main: '#ff9a92' },
  info: { main: '#8cc2f5' },
  background: { default: '#151215', paper: darkGround },
  text: { primary: '#f3edf1', secondary: '#bdb2b9' },
  divider: '#3a3338',
} as const;

/** Background of the menu, normally and while acting (R-MENU-11); the same in both modes. */
export const railColour = '#262229';
/**
 * The ground of the logo: the main colour of the settings, if there is one. The letters of the logo are light, so high
 * contrast does not replace it.
 */
export const logoGround = { bgcolor: `var(--brand-ground, ${railColour})`, forcedColorAdjust: 'none' } as const;
export const actingColour = '#0b4a5a';
