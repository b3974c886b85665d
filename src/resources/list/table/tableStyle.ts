import type { Theme } from '@mui/material/styles';
import { tabletQuery } from '../../../ui/breakpoints.ts';

const shade = ({ mode }: Theme['palette']): string => `rgb(0 0 0 / ${mode === 'dark' ? 0.9 : 0.35})`;

/**
 * The style of a list's table, for all its cells: rows of 40 px (or as the reader chose), one line each, sticky
 * headings. The name of a row and its actions stick to the edges.
 */
export const tableStyle = ({ palette }: Theme) => ({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  lineHeight: 1.43,
  '& th, & td': {
    height: 'var(--row-height, 40px)',
    padding: '0 8px',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    // `clip` and not `hidden`: a focus scrolls hidden overflow, and a long name would then show its empty end.
    overflow: 'clip',
    textOverflow: 'ellipsis',
    borderBottom: `1px solid ${palette.divider}`,
  },
  '& td': { maxWidth: 220 },
  // The widths of the columns are unknown yet, so the headings are invisible until the rows appear.
  '[data-unknown] > & th > *': { opacity: 0 },
  // Columns of names and text shrink in favour of those that have to be read whole.
  '& .flexible': { width: 'var(--share, 30%)', minWidth: 104, maxWidth: 0 },
  // If the table scrolls anyway, the columns are wide enough to be read.
  '@media (min-width: 1000px)': { '[data-wide] > & .flexible': { minWidth: 150 } },
  // The name of a row shrinks last.
  '& .name': { width: 'var(--name-share, 45%)', minWidth: 150, maxWidth: 0 },
  // Headings are always shown whole.
  '& th.flexible, & th.name': { maxWidth: 'none' },
  // Align the rows with the elements above.
  '& tr > :first-of-type': { paddingLeft: '16px' },
  '& th': {
    position: 'sticky',
    top: 'var(--table-top, 0px)',
    zIndex: 2,
    fontWeight: 650,
    color: palette.text.secondary,
    backgroundColor: palette.background.paper,
  },
  '& .right': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& td.dateTime': { fontVariantNumeric: 'tabular-nums' },
  '& wbr': { display: 'none' },
  // The last part of a path is the most important: the start is truncated first, and left out if not even one character
  // of it fits.
  '& .path': { display: 'flex', flexWrap: 'wrap-reverse', alignContent: 'flex-end', height: '1lh', overflow: 'hidden' },
  '& .path > span': { minWidth: 0, maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
  // Truncate the start of the first part, so that both read as one: `…recovery/SafeHarbor`.
  '& .path > span:first-of-type': {
    flex: '1 1 2.2em',
    maxWidth: 'max-content',
    direction: 'rtl',
    textAlign: 'left',
  },
  '& .tick': { width: 48, minWidth: 48, paddingRight: 0, textOverflow: 'clip' },
  '& input[type=checkbox]': {
    width: 17,
    height: 17,
    margin: 0,
    verticalAlign: 'middle',
    accentColor: palette.secondary.main,
  },
  // A placeholder in place of rows is not highlighted.
  '& tbody tr:hover > td:not(.plain), & tbody tr.ticked > td': {
    backgroundImage: `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  },
  // Next to a record, the few columns share the available width. The end of a code is the most important part, so its
  // column shrinks last.
  '[data-plain] > &': {
    tableLayout: 'fixed',
    '& .first': { width: 164, minWidth: 0 },
    '& .flexible': { width: 'auto', minWidth: 0 },
    '& .right': { width: 96 },
    '& .choice': { maxWidth: '100%', overflow: 'clip', textOverflow: 'ellipsis' },
    '& td': { paddingRight: '4px' },
  },
  // The record that is open next to the list; the margin scrolls its row out from under the headings.
  '& tbody tr': { scrollMargin: 'calc(var(--table-top, 0px) + 48px) 0 16px' },
  '& tbody tr[aria-current] > td': {
    backgroundImage: `linear-gradient(${palette.action.selected}, ${palette.action.selected})`,
    '&:first-of-type': { boxShadow: `inset 3px 0 ${palette.secondary.main}` },
  },
  '& td.actions, & td.first, & td.tick': { backgroundColor: palette.background.paper },
  '& .actions': { textAlign: 'right', maxWidth: 'none' },
  // If there are three or more actions, only the first is in the row, and a button opens the others.
  [`@media ${tabletQuery}`]: {
    '& td.actions:not(:has(> * + * + * + .more)) > .more': { display: 'none' },
    '& td.actions:has(> * + * + * + .more) > * + :not(.more)': { display: 'none' },
  },
  '& th.actions': { paddingRight: '16px' },
  // If the surrounding card ends with the rows, it has round corners and its own border there.
  ':not(:has(+ div > *)) > & tbody tr:last-of-type > td': {
    borderBottom: 0,
    '&:first-of-type': { borderBottomLeftRadius: 7 },
    '&:last-of-type': { borderBottomRightRadius: 7 },
  },
  // Cells that scroll below an edge fade under a shadow.
  // Only for tables that scroll: each of these cells is a compositing layer, and a hundred rows have three hundred of
  // them.
  '[data-wide] > &': {
    '& .tick, & .first, & .actions': { position: 'sticky' },
    '& .tick, & .first': { left: 0 },
    '& .tick + .first': { left: 48 },
    '& .actions': { right: 0, boxShadow: `-8px 0 8px -8px ${shade(palette)}` },
    '& .first': { boxShadow: `8px 0 8px -8px ${shade(palette)}` },
    '& td:is(.tick, .first, .actions)': { zIndex: 1 },
    // Above the cells below and the other headings.
    '& th:is(.tick, .first, .actions)': { zIndex: 3 },
  },
  // Aligned with sortable headings, whose arrow is higher than their text.
  '& th > *': { display: 'inline-flex', alignItems: 'center', minHeight: 20, verticalAlign: 'middle' },
  // The invisible arrow of a heading takes no room.
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { width: 0, margin: 0 },
  '& td .MuiButton-root': { minWidth: 0, paddingBlock: '2px' },
  // The whole first cell links to the record; other links are truncated as any text.
  '& td > a': { display: 'block', overflow: 'clip', textOverflow: 'ellipsis' },
  '& tbody a': {
    color: palette.text.primary,
    fontWeight: 600,
    textDecoration: 'none',
    borderRadius: '4px',
    '&:hover': { textDecoration: 'underline' },
  },
  '& .plain': { border: 0, height: 'auto', maxWidth: 'none' },
  '&[data-stale] tbody': { opacity: 0.55 },
});
