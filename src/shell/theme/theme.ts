import { zhCN } from '@mui/material/locale';
import { createTheme, type Theme } from '@mui/material/styles';
import { language } from '../../i18n/language.ts';
import { phone } from '../../ui/breakpoints.ts';
import { unseen } from '../../ui/visuallyHidden.ts';

/** The type of the console: sizes in pixels, weights of the variable font, and the grid in pixels that distances stand on. */
const type = {
  family: 'var(--font)',
  base: 13,
  heading: { size: 22, lineHeight: 1.3 },
  section: { size: 16, lineHeight: 1.4 },
  part: { size: 14, lineHeight: 1.45 },
  small: 12,
  strong: 600,
  title: 650,
} as const;
const spacing = 8;

const light = {
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

const dark = {
  mode: 'dark',
  primary: { main: '#f08cc4', dark: '#e272b5', light: '#f9b9dc', contrastText: '#33081f' },
  secondary: { main: '#5cc6de', contrastText: '#06303a' },
  success: { main: '#6fd195' },
  warning: { main: '#f2b866' },
  error: { main: '#ff9a92' },
  info: { main: '#8cc2f5' },
  background: { default: '#151215', paper: '#1e1a1d' },
  text: { primary: '#f3edf1', secondary: '#bdb2b9' },
  divider: '#3a3338',
} as const;

/** The rail of the menu, and what takes its place while somebody acts (R-MENU-11); the same in both themes. */
export const railColour = '#262229';
export const actingColour = '#0b4a5a';

/** On a phone, what is touched is 44 px high and wide, whatever it looks like elsewhere. */
const touched = { [`@media ${phone}`]: { minHeight: 44 } };
/** A line of a menu, a close one too. */
const touchedLine = { [`@media ${phone}`]: { '&&': { minHeight: 44 } } };
const touchedSquare = { [`@media ${phone}`]: { '&&': { minWidth: 44, minHeight: 44 } } };
const touchedIcon = { [`@media ${phone}`]: { boxSizing: 'content-box', padding: '11px', margin: 0 } };
/** What is picked ends before the buttons that clear and open it, which are as wide as what is touched. */
const besideTouched = {
  [`@media ${phone}`]: {
    '&.MuiAutocomplete-hasPopupIcon .MuiOutlinedInput-root.MuiInputBase-root': { paddingRight: 56 },
    '&.MuiAutocomplete-hasPopupIcon.MuiAutocomplete-hasClearIcon .MuiOutlinedInput-root.MuiInputBase-root': {
      paddingRight: 100,
    },
  },
};
const stackedLabel = { content: 'attr(data-label)', flex: '0 0 120px', opacity: 0.75 };

/** Where the keyboard stands: in the colour of the text around it, which is seen on every ground (issue 14, point 8). */
const focusRing = (outlineOffset: number) => ({ outline: '2px solid var(--focus)', outlineOffset });

/** What MUI would tint with the first colour, in its place: what is chosen, and what is pointed at, is neutral. */
interface Neutral {
  readonly theme: { readonly palette: { readonly action: { readonly selected: string; readonly hover: string } } };
}
const chosen = ({ theme: { palette } }: Neutral) => ({ backgroundColor: palette.action.selected });
const chosenRow = (given: Neutral) => ({
  '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': chosen(given),
});
const chosenOption = (given: Neutral) => ({
  '& .MuiAutocomplete-option[aria-selected="true"]': { '&, &.Mui-focused, &.Mui-focusVisible': chosen(given) },
});
const pointedAt = ({ theme: { palette } }: Neutral) => ({ '&:hover': { backgroundColor: palette.action.hover } });

/** In the dark no shadow tells what lies over the page from the page: an edge does. */
const edge = ({ mode, divider }: typeof light | typeof dark) =>
  mode === 'dark' ? { border: `1px solid ${divider}` } : {};

const pessimistic = { defaultProps: { mutationMode: 'pessimistic' } };

/** The console's look: one magenta, quiet surfaces, a compact density (B34, R-CONST-03). */
const themeOf = (palette: typeof light | typeof dark): Theme =>
  createTheme(
    {
      palette,
      shape: { borderRadius: 8 },
      typography: {
        fontFamily: type.family,
        fontSize: type.base,
        fontWeightMedium: type.strong,
        fontWeightBold: type.title,
        h1: {
          fontSize: type.heading.size,
          fontWeight: type.title,
          lineHeight: type.heading.lineHeight,
          letterSpacing: '-0.01em',
        },
        h2: { fontSize: type.section.size, fontWeight: type.title, lineHeight: type.section.lineHeight },
        h3: { fontSize: type.part.size, fontWeight: type.title, lineHeight: type.part.lineHeight },
        caption: { fontSize: type.small },
        button: { textTransform: 'none', fontWeight: type.strong },
      },
      spacing,
      components: {
        MuiButton: {
          defaultProps: { disableElevation: true, size: 'small' },
          // Magenta is for what a page or a dialog is there to do: its contained button.
          styleOverrides: {
            root: touchedSquare,
            textPrimary: (given: Neutral) => ({ color: palette.text.primary, ...pointedAt(given) }),
            outlinedPrimary: (given: Neutral) => ({
              color: palette.text.primary,
              borderColor: palette.divider,
              ...pointedAt(given),
            }),
          },
        },
        MuiIconButton: { styleOverrides: { root: touchedSquare } },
        MuiPaginationItem: {
          styleOverrides: { page: touchedSquare, previousNext: touchedSquare, ellipsis: touchedSquare },
        },
        // The first colour is that of the main action alone.
        MuiLinearProgress: { defaultProps: { color: 'secondary' } },
        MuiCircularProgress: { defaultProps: { color: 'secondary' } },
        MuiLink: { defaultProps: { color: 'secondary' } },
        MuiRadio: { defaultProps: { color: 'secondary' } },
        MuiCheckbox: { defaultProps: { color: 'secondary' }, styleOverrides: { root: touchedSquare } },
        MuiSwitch: { defaultProps: { color: 'secondary' }, styleOverrides: { root: touchedSquare } },
        MuiInputBase: { styleOverrides: { root: touched } },
        MuiChip: { styleOverrides: { deletable: touched, clickable: touched, deleteIcon: touchedIcon } },
        MuiTab: {
          styleOverrides: {
            root: {
              minWidth: 44,
              '&.Mui-selected': { color: palette.text.primary },
              '&.Mui-focusVisible': focusRing(-2),
            },
          },
        },
        MuiMenuItem: {
          styleOverrides: {
            root: (given: Neutral) => ({
              ...touchedLine,
              ...chosenRow(given),
              '&.Mui-focusVisible': focusRing(-2),
              fontSize: type.part.size,
              // What is no choice and only says something is read as all else that stands second.
              '&.Mui-disabled.says': { opacity: 1, color: palette.text.secondary, fontSize: type.base },
            }),
          },
        },
        MuiListItemButton: {
          styleOverrides: { root: (given: Neutral) => ({ ...chosenRow(given), '&.Mui-focusVisible': focusRing(-2) }) },
        },
        MuiAutocomplete: { styleOverrides: { root: besideTouched, listbox: chosenOption, paper: edge(palette) } },
        MuiPopover: { styleOverrides: { paper: edge(palette) } },
        MuiTableRow: { styleOverrides: { root: chosenRow } },
        MuiOutlinedInput: {
          styleOverrides: {
            root: { '&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)' } },
          },
        },
        MuiInputLabel: {
          styleOverrides: {
            root: {
              '&.Mui-focused:not(.Mui-error)': { color: palette.text.primary },
              // In the middle of an input that is 44 px high.
              [`@media ${phone}`]: {
                '&.MuiInputLabel-outlined.MuiInputLabel-sizeSmall:not(.MuiInputLabel-shrink)': {
                  transform: 'translate(14px, 12px) scale(1)',
                },
              },
            },
          },
        },
        MuiTabs: { styleOverrides: { indicator: { backgroundColor: palette.text.primary } } },
        MuiBadge: { defaultProps: { color: 'secondary' } },
        MuiPagination: { defaultProps: { color: 'standard' } },
        MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', fullWidth: true } },
        MuiTooltip: { defaultProps: { enterDelay: 700, enterNextDelay: 700, arrow: true } },
        MuiTableCell: {
          styleOverrides: {
            // The lines between rows are those of all else; MUI would draw them fainter, and darker than the ground in the dark.
            root: { padding: '9px 9px', fontVariantNumeric: 'tabular-nums', borderColor: palette.divider },
            head: { fontWeight: type.title, wordBreak: 'keep-all', lineHeight: 1.3 },
          },
        },
        MuiButtonBase: {
          defaultProps: { disableRipple: true },
          styleOverrides: {
            root: { '&.Mui-focusVisible': focusRing(1) },
          },
        },
        // A dialog that has nothing in it to stand on is read as a whole: a ring around all of it says nothing.
        MuiDialog: { styleOverrides: { paper: { '&:focus-visible': { outline: 'none' } } } },
        MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
        MuiCssBaseline: {
          styleOverrides: {
            'button, kbd': { fontFamily: 'inherit' },
            ':root': { '--focus': palette.text.primary },
            'a:focus-visible': focusRing(2),
            // The browser's own cross of a search is blue.
            '::-webkit-search-cancel-button': { filter: 'grayscale(1)', cursor: 'pointer' },
            // A choice with a colour, in lists and details alike.
            '.choice': {
              display: 'inline-block',
              padding: '1px 8px',
              borderRadius: 6,
              fontSize: 12.5,
              fontWeight: type.strong,
              lineHeight: '20px',
              whiteSpace: 'nowrap',
              backgroundColor: 'color-mix(in srgb, currentColor 12%, transparent)',
            },
            '.choice.neutral': { color: palette.text.secondary },
            '.choice.info': { color: palette.info.main },
            '.choice.good': { color: palette.success.main },
            '.choice.warn': { color: palette.warning.main },
            '.choice.bad': { color: palette.error.main },
            // A table that is no list, on a phone: its rows one below the other, with the headings beside what they say.
            [`@media ${phone}`]: {
              '.stacks, .stacks tbody, .stacks tr': { display: 'block' },
              '.stacks thead': unseen,
              '.stacks tbody tr': { padding: '8px 0', borderBottom: `1px solid ${palette.divider}` },
              '.stacks tbody td, .stacks tbody th': {
                display: 'flex',
                alignItems: 'center',
                gap: 12,
                padding: '3px 12px',
                border: 0,
              },
              '.stacks td[data-label], .stacks th[data-label]': {
                flexDirection: 'row',
                textAlign: 'left',
                '&::before': stackedLabel,
              },
            },
            '@media (prefers-reduced-motion: reduce)': {
              '*, *::before, *::after': {
                transition: 'none !important',
                animation: 'none !important',
                scrollBehavior: 'auto !important',
              },
            },
          },
        },
        RaEdit: pessimistic,
        RaBulkDeleteButton: pessimistic,
        RaBulkUpdateButton: pessimistic,
      },
      // biome-ignore lint/suspicious/noExplicitAny: with its augmentations this argument costs 25 s of type checking
    } as any,
    language() === 'zh' ? zhCN : {},
  ) as Theme;

export const lightTheme = themeOf(light);
export const darkTheme = themeOf(dark);
