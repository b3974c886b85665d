import { zhCN } from '@mui/material/locale';
import { createTheme, type Theme } from '@mui/material/styles';
import { brandShades } from '../../../contract/values/brandColour.ts';
import { language } from '../../i18n/language.ts';
import { shownDate } from '../../resources/stock/shownDate.ts';
import { phoneQuery } from '../../ui/breakpoints.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { givenBrand } from '../logo/givenBrand.ts';
import { dark, light } from './palettes.ts';

/** Typography: sizes in pixels, weights of the variable font. `spacing` is the grid for distances, in pixels. */
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

/** The primary colours of both themes, where the settings give a main colour. */
function primaryOf(colour: string) {
  const { main, hover, light: lighter, inDark, hoverInDark, lightInDark, textInDark } = brandShades(colour);
  return {
    light: { main, dark: hover, light: lighter, contrastText: '#ffffff' },
    dark: { main: inDark, dark: hoverInDark, light: lightInDark, contrastText: textInDark },
  };
}

/** Touch targets on a phone are at least 44 px high and wide. */
const touchStyle = { [`@media ${phoneQuery}`]: { minHeight: 44 } };
/** A line of a menu; `&&` also overrides dense menus. */
const touchLineStyle = { [`@media ${phoneQuery}`]: { '&&': { minHeight: 44 } } };
const touchSquareStyle = { [`@media ${phoneQuery}`]: { '&&': { minWidth: 44, minHeight: 44 } } };
const touchIconStyle = { [`@media ${phoneQuery}`]: { boxSizing: 'content-box', padding: '11px', margin: 0 } };
/** The chosen text ends before the clear and open buttons, which are 44 px wide on a phone. */
const touchPickerStyle = {
  [`@media ${phoneQuery}`]: {
    '&.MuiAutocomplete-hasPopupIcon .MuiOutlinedInput-root.MuiInputBase-root': { paddingRight: 56 },
    '&.MuiAutocomplete-hasPopupIcon.MuiAutocomplete-hasClearIcon .MuiOutlinedInput-root.MuiInputBase-root': {
      paddingRight: 100,
    },
  },
};
const stackedLabel = { content: 'attr(data-label)', flex: '0 0 120px', opacity: 0.75 };

/** The focus outline, in the colour of the text around it, which is visible on every background (issue 14, point 8). */
const focusRing = (outlineOffset: number) => ({ outline: '2px solid var(--focus)', outlineOffset });

/** Neutral colours for selected and hovered elements, where MUI would use a tint of the primary colour. */
interface ThemedProps {
  readonly theme: { readonly palette: { readonly action: { readonly selected: string; readonly hover: string } } };
}
const chosenStyle = ({ theme: { palette } }: ThemedProps) => ({ backgroundColor: palette.action.selected });
const chosenRowStyle = (given: ThemedProps) => ({
  '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': chosenStyle(given),
});
const chosenOptionStyle = (given: ThemedProps) => ({
  '& .MuiAutocomplete-option[aria-selected="true"]': { '&, &.Mui-focused, &.Mui-focusVisible': chosenStyle(given) },
});
const hoverStyle = ({ theme: { palette } }: ThemedProps) => ({ '&:hover': { backgroundColor: palette.action.hover } });

interface Primary {
  readonly main: string;
  readonly dark: string;
  readonly light: string;
  readonly contrastText: string;
}
type Palette = Omit<typeof light | typeof dark, 'primary'> & { readonly primary: Primary };

/** A border for popovers in the dark theme, where shadows are not visible. */
const darkBorder = ({ mode, divider }: Palette) => (mode === 'dark' ? { border: `1px solid ${divider}` } : {});

const pessimistic = { defaultProps: { mutationMode: 'pessimistic' } };

/** The console's theme: magenta as the only accent, quiet surfaces, a compact density (B34, R-CONST-03). */
const themeOf = (palette: Palette): Theme =>
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
          // Magenta marks the main action of a page or a dialog: its contained button.
          styleOverrides: {
            root: touchSquareStyle,
            textPrimary: (given: ThemedProps) => ({ color: palette.text.primary, ...hoverStyle(given) }),
            outlinedPrimary: (given: ThemedProps) => ({
              color: palette.text.primary,
              borderColor: palette.divider,
              ...hoverStyle(given),
            }),
          },
        },
        MuiIconButton: { styleOverrides: { root: touchSquareStyle } },
        MuiPaginationItem: {
          styleOverrides: { page: touchSquareStyle, previousNext: touchSquareStyle, ellipsis: touchSquareStyle },
        },
        // The primary colour is for the main action only.
        MuiLinearProgress: { defaultProps: { color: 'secondary' } },
        MuiCircularProgress: { defaultProps: { color: 'secondary' } },
        MuiLink: { defaultProps: { color: 'secondary' } },
        MuiRadio: { defaultProps: { color: 'secondary' }, styleOverrides: { root: touchSquareStyle } },
        MuiCheckbox: { defaultProps: { color: 'secondary' }, styleOverrides: { root: touchSquareStyle } },
        MuiSwitch: { defaultProps: { color: 'secondary' }, styleOverrides: { root: touchSquareStyle } },
        MuiInputBase: { styleOverrides: { root: touchStyle } },
        MuiChip: { styleOverrides: { deletable: touchStyle, clickable: touchStyle, deleteIcon: touchIconStyle } },
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
            root: (given: ThemedProps) => ({
              ...touchLineStyle,
              ...chosenRowStyle(given),
              '&.Mui-focusVisible': focusRing(-2),
              fontSize: type.part.size,
              // An entry that cannot be chosen and only informs looks like secondary text.
              '&.Mui-disabled.says': { opacity: 1, color: palette.text.secondary, fontSize: type.base },
            }),
          },
        },
        MuiListItemButton: {
          styleOverrides: {
            root: (given: ThemedProps) => ({ ...chosenRowStyle(given), '&.Mui-focusVisible': focusRing(-2) }),
          },
        },
        MuiAutocomplete: {
          styleOverrides: {
            root: touchPickerStyle,
            listbox: chosenOptionStyle,
            // The options lie over other inputs; the shadow shows where they end.
            paper: { ...darkBorder(palette), boxShadow: '0 6px 20px rgb(0 0 0 / 0.24)' },
          },
        },
        MuiPopover: { styleOverrides: { paper: darkBorder(palette) } },
        MuiTableRow: { styleOverrides: { root: chosenRowStyle } },
        // On a phone the button of a notice has a line of its own, where the text would leave it one word wide.
        MuiAlert: {
          styleOverrides: {
            root: {
              '&:has(> .MuiAlert-action)': { flexWrap: 'wrap' },
              '&:has(> .MuiAlert-action) > .MuiAlert-message': { flex: '1 1 220px' },
            },
          },
        },
        MuiOutlinedInput: {
          styleOverrides: {
            root: { '&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--focus)' } },
          },
        },
        MuiInputLabel: {
          styleOverrides: {
            root: {
              '&.Mui-focused:not(.Mui-error)': { color: palette.text.primary },
              // Centres the label in an input that is 44 px high.
              [`@media ${phoneQuery}`]: {
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
        // A new message below an input is announced, wherever the focus is. Its lines are close to each other and to
        // their input, so that there is room above the label of the next one.
        MuiFormHelperText: {
          defaultProps: { 'aria-live': 'polite' },
          styleOverrides: { root: { lineHeight: 1.4, minHeight: '1.4em' } },
        },
        MuiTooltip: { defaultProps: { enterDelay: 700, enterNextDelay: 700, arrow: true } },
        MuiTableCell: {
          styleOverrides: {
            // The lines between rows have the colour of all dividers; MUI's are fainter, and in the dark theme darker
            // than the background.
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
        // A dialog without focusable content takes the focus itself; a ring around all of it would mean nothing.
        MuiDialog: { styleOverrides: { paper: { '&:focus-visible': { outline: 'none' } } } },
        MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
        MuiCssBaseline: {
          styleOverrides: {
            'button, kbd': { fontFamily: 'inherit' },
            ':root': { '--focus': palette.text.primary },
            'a:focus-visible': focusRing(2),
            // High contrast (Windows) leaves out backgrounds and shadows, which show on a usual screen what is chosen,
            // which button is the main one, and where a dialog ends.
            '@media (forced-colors: active)': {
              'body :is(.MuiButton-contained, .MuiDialog-paper, .MuiDrawer-paper, .MuiPopover-paper, .MuiAutocomplete-paper)':
                { border: '1px solid CanvasText' },
              'body .MuiTabs-indicator': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
              'body :is([aria-pressed=true], a[aria-current=page])': {
                outline: '2px solid Highlight',
                outlineOffset: -2,
              },
            },
            // The browser's own clear button of a search is blue.
            '::-webkit-search-cancel-button': { filter: 'grayscale(1)', cursor: 'pointer' },
            // A choice with a colour, in lists and details.
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
            // A number or a day, which stays in line with those that have no colour.
            '.choice.figure': { fontSize: 'inherit', margin: '0 -8px' },
            // A name, shown before the way to it, which the text has first (R-PROD-02).
            '.path': {
              display: 'inline-flex',
              flexWrap: 'wrap',
              columnGap: '6px',
              maxWidth: '100%',
              verticalAlign: 'top',
            },
            '.path > .leaf': { order: -1 },
            '.path > .way': { color: palette.text.secondary, fontWeight: 400, minWidth: 0 },
            '.path .slash': { fontSize: 0 },
            '.choice.neutral': { color: palette.text.secondary },
            '.choice.info': { color: palette.info.main },
            '.choice.good': { color: palette.success.main },
            '.choice.warn': { color: palette.warning.main },
            '.choice.bad': { color: palette.error.main },
            // Tables that are not lists, on a phone: each cell is on its own line, with its heading beside it.
            [`@media ${phoneQuery}`]: {
              '.stacks, .stacks tbody, .stacks tr': { display: 'block' },
              '.stacks thead': visuallyHidden,
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
        // Stock fields write dates and numbers as the rest of the console.
        RaDateField: { defaultProps: { transform: shownDate } },
        RaNumberField: { defaultProps: { locales: 'en-US' } },
        RaBulkDeleteButton: pessimistic,
        RaBulkUpdateButton: pessimistic,
      },
      // biome-ignore lint/suspicious/noExplicitAny: checking this argument against the augmented types takes 25 s
    } as any,
    language() === 'zh' ? zhCN : {},
  ) as Theme;

const { colour: givenColour } = givenBrand();
const given = givenColour === undefined ? undefined : primaryOf(givenColour);

export const lightTheme = themeOf(given ? { ...light, primary: given.light } : light);
export const darkTheme = themeOf(given ? { ...dark, primary: given.dark } : dark);
