import type { Theme } from '@mui/material/styles';
import { tabletQuery } from '../../../ui/breakpoints.ts';

const shade = ({ mode }: Theme['palette']): string => `rgb(0 0 0 / ${mode === 'dark' ? 0.9 : 0.35})`;

/**
 * The look of a list's table, said once for all its cells: rows of 40 px unless the reader wants them higher, one line each, headings that stay in sight. What
 * names a row and what can be done with it stay at its edges.
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
    // Clipped, not hidden: what is hidden is scrolled to by a focus, and a long name then shows its empty end.
    overflow: 'clip',
    textOverflow: 'ellipsis',
    borderBottom: `1px solid ${palette.divider}`,
  },
  '& td': { maxWidth: 220 },
  // Nobody knows how wide the columns will be: the headings wait.
  '[data-unknown] > & th > *': { opacity: 0 },
  // Names and words give way to what has to be read whole.
  '& .flexible': { width: 'var(--share, 30%)', minWidth: 104, maxWidth: 0 },
  // Where they cannot all be in sight anyway, those that are can be read.
  '@media (min-width: 1000px)': { '[data-wide] > & .flexible': { minWidth: 150 } },
  // What names a row gives way last of all.
  '& .name': { width: 'var(--name-share, 45%)', minWidth: 150, maxWidth: 0 },
  // A heading is read whole.
  '& th.flexible, & th.name': { maxWidth: 'none' },
  // The rows begin below what stands above them.
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
  // Of a path the last part says most: what leads to it is cut first, and left out where not even a sign of it has room.
  '& .path': { display: 'flex', flexWrap: 'wrap-reverse', alignContent: 'flex-end', height: '1lh', overflow: 'hidden' },
  '& .path > span': { minWidth: 0, maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
  // Its end is kept, so that the two parts read as one: `…recovery/SafeHarbor`.
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
  // What stands in place of rows is none.
  '& tbody tr:hover > td:not(.plain), & tbody tr.ticked > td': {
    backgroundImage: `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
  },
  // Beside a record the few columns share what room there is. Of a code the end says most, so that gives way last.
  '[data-plain] > &': {
    tableLayout: 'fixed',
    '& .first': { width: 164, minWidth: 0 },
    '& .flexible': { width: 'auto', minWidth: 0 },
    '& .right': { width: 96 },
    '& .choice': { maxWidth: '100%', overflow: 'clip', textOverflow: 'ellipsis' },
    '& td': { paddingRight: '4px' },
  },
  // The record that is open beside the list, and what brings its row into sight from below the headings.
  '& tbody tr': { scrollMargin: 'calc(var(--table-top, 0px) + 48px) 0 16px' },
  '& tbody tr[aria-current] > td': {
    backgroundImage: `linear-gradient(${palette.action.selected}, ${palette.action.selected})`,
    '&:first-of-type': { boxShadow: `inset 3px 0 ${palette.secondary.main}` },
  },
  '& td.actions, & td.first, & td.tick': { backgroundColor: palette.background.paper },
  '& .actions': { textAlign: 'right', maxWidth: 'none' },
  // Of three and more the first stands in the row, and a button opens the others.
  [`@media ${tabletQuery}`]: {
    '& td.actions:not(:has(> * + * + * + .more)) > .more': { display: 'none' },
    '& td.actions:has(> * + * + * + .more) > * + :not(.more)': { display: 'none' },
  },
  '& th.actions': { paddingRight: '16px' },
  // Where the card around ends with the rows, it has round corners and a line of its own there.
  ':not(:has(+ div > *)) > & tbody tr:last-of-type > td': {
    borderBottom: 0,
    '&:first-of-type': { borderBottomLeftRadius: 7 },
    '&:last-of-type': { borderBottomRightRadius: 7 },
  },
  // What scrolls away below an edge is cut by a shadow, not in the middle of a letter.
  // Only where the table scrolls: each such cell is a layer of its own, and a hundred rows have three hundred of them.
  '[data-wide] > &': {
    '& .tick, & .first, & .actions': { position: 'sticky' },
    '& .tick, & .first': { left: 0 },
    '& .tick + .first': { left: 48 },
    '& .actions': { right: 0, boxShadow: `-8px 0 8px -8px ${shade(palette)}` },
    '& .first': { boxShadow: `8px 0 8px -8px ${shade(palette)}` },
    '& td:is(.tick, .first, .actions)': { zIndex: 1 },
    // Above what stands in the cells below, and above the other headings.
    '& th:is(.tick, .first, .actions)': { zIndex: 3 },
  },
  // On one line with the headings that sort, whose arrow is higher than their words.
  '& th > *': { display: 'inline-flex', alignItems: 'center', minHeight: 20, verticalAlign: 'middle' },
  // The arrow of a heading that does not sort takes no room.
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { width: 0, margin: 0 },
  '& td .MuiButton-root': { minWidth: 0, paddingBlock: '2px' },
  // All of the first cell leads to the record; a name that leads elsewhere is cut as any other.
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
