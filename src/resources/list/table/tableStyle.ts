import type { Theme } from '@mui/material/styles';

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
    padding: '0 6px',
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
  // The columns have the widths of the last time until the rows have been drawn.
  '&[data-known]': { tableLayout: 'fixed' },
  // A value on one line that needs no width of its own, and at most that of its text: the browser gives each column its
  // least width first, and then what is left in proportion to what is missing. The end of the text is cut off.
  '& .fit': { display: 'grid', gridTemplateColumns: 'minmax(0, max-content)' },
  '& :is(.text, .leaf, .way > span)': { overflow: 'clip', textOverflow: 'ellipsis' },
  // Columns of names and text shrink in favour of those that have to be read whole; those that tell rows apart get more.
  '& .flexible': { minWidth: 96, maxWidth: 200 },
  '& .flexible.identifies': { minWidth: 112, maxWidth: 480 },
  // The name of a row shrinks last, and takes no room that the longest name does not need.
  '& .name': {
    minWidth: 'min(150px, var(--name-width, 150px))',
    maxWidth: 480,
    '@media (min-width: 1200px)': { minWidth: 'min(190px, var(--name-width, 190px))' },
  },
  // A code is never cut off, also where others of its column are names.
  '& .code': { maxWidth: 'none' },
  '& .fit:has(.whole)': { gridTemplateColumns: 'max-content' },
  // Align the rows with the elements above.
  '& tr > :first-of-type': { paddingLeft: '16px' },
  // Headings are always shown whole.
  '& th': {
    maxWidth: 'none',
    position: 'sticky',
    top: 'var(--table-top, 0px)',
    zIndex: 2,
    fontWeight: 650,
    color: palette.text.secondary,
    backgroundColor: palette.background.paper,
  },
  '& .right': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& td.dateTime': { fontVariantNumeric: 'tabular-nums' },
  // A name and the way to it, on one line: the way gives its room first.
  // If not even a few letters of the way fit, it wraps out of sight.
  '& .path': { display: 'flex', flexWrap: 'wrap', height: '1lh', overflow: 'hidden', verticalAlign: 'middle' },
  '& .leaf': { flex: '0 1 auto', maxWidth: 'min(240px, 100%)' },
  '& .way': {
    flex: '1 1 2.4em',
    minWidth: 0,
    maxWidth: 'max-content',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, max-content)',
  },
  '& wbr': { display: 'none' },
  '& .tick': { width: 44, minWidth: 44, paddingRight: 0, textOverflow: 'clip' },
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
  // Next to a record, the row has its state beside its name, and what else tells it from others below.
  '[data-plain] > &': {
    // A state of several words is on several lines, and one in Chinese on one.
    '& td:not(.first)': { whiteSpace: 'normal' },
    '& .choice': {
      whiteSpace: 'normal',
      wordBreak: 'keep-all',
      fontSize: 11.5,
      lineHeight: '15px',
      padding: '2px 6px',
    },
    '& td': { paddingRight: '4px' },
    '& td.first': { whiteSpace: 'normal', maxWidth: 0, width: '100%', paddingBlock: '6px' },
    '& td.first :is(.fit, .path)': { whiteSpace: 'nowrap' },
    '& td.first .fit:has([translate=no])': { whiteSpace: 'normal', gridTemplateColumns: 'minmax(0, max-content)' },
    '& td.first a': { overflowWrap: 'anywhere' },
    '& .also': { color: palette.text.secondary, overflowWrap: 'anywhere', minWidth: 0, maxWidth: 'none' },
  },
  // The record that is open next to the list; the margin scrolls its row out from under the headings.
  '& tbody tr': { scrollMargin: 'calc(var(--table-top, 0px) + 48px) 0 16px' },
  '& tbody tr[aria-current] > td': {
    backgroundImage: `linear-gradient(${palette.action.selected}, ${palette.action.selected})`,
    '&:first-of-type': { boxShadow: `inset 3px 0 ${palette.secondary.main}` },
  },
  '& td.actions, & td.first, & td.tick': { backgroundColor: palette.background.paper },
  // As wide as what it holds; its heading is only read out.
  '& .actions': { textAlign: 'right', maxWidth: 'none', width: '1px' },
  // If there is little room and there are three or more actions, only the first is in the row, and a button opens the others.
  '[data-folded] > &': {
    '& td.actions:not(:has(> * + * + * + .more)) > .more': { display: 'none' },
    '& td.actions:has(> * + * + * + .more) > * + :not(.more)': { display: 'none' },
  },
  '& .actions:last-of-type': { paddingRight: '16px' },
  // The edge of a heading, by which its column is resized.
  '& .resize': {
    position: 'absolute',
    insetBlock: 0,
    right: 0,
    width: 8,
    minHeight: 0,
    cursor: 'col-resize',
    touchAction: 'none',
    '&::after': {
      content: '""',
      position: 'absolute',
      insetBlock: 9,
      right: 0,
      width: '1px',
      backgroundColor: palette.divider,
      opacity: 0,
    },
    '&:is(:hover, :focus-visible, :active)::after': {
      width: '2px',
      insetBlock: 4,
      backgroundColor: palette.secondary.main,
    },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  },
  '& thead:hover .resize::after, & .resize:is(:focus-visible, :active)::after': { opacity: 1 },
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
    '& .tick + .first': { left: 44 },
    '& .actions': { right: 0, boxShadow: `-8px 0 8px -8px ${shade(palette)}` },
    // The state is whole in sight, beside the actions, until the reader scrolls to its own place.
    '& .state': {
      position: 'sticky',
      right: 'var(--actions-width, 0px)',
      boxShadow: `-8px 0 8px -8px ${shade(palette)}`,
    },
    '& td.state': { backgroundColor: palette.background.paper },
    '& .first': { boxShadow: `8px 0 8px -8px ${shade(palette)}` },
    '& td:is(.tick, .first, .state, .actions)': { zIndex: 1 },
    // Above the cells below and the other headings.
    '& th:is(.tick, .first, .state, .actions)': { zIndex: 3 },
  },
  // Aligned with sortable headings, whose arrow is higher than their text.
  '& th > *': { display: 'inline-flex', alignItems: 'center', minHeight: 20, verticalAlign: 'middle' },
  // Its buttons speak for themselves, so the heading of the actions takes no width.
  '& th.actions > .label': { width: 0, overflow: 'hidden' },
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
