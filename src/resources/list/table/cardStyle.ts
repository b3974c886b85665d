import type { Theme } from '@mui/material/styles';

/** The style of a list of cards. Touch targets are 44 px high. */
export const cardStyle = ({ palette }: Theme) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  lineHeight: 1.43,
  '& > li': {
    position: 'relative',
    padding: '4px 12px 10px',
    borderBottom: `1px solid ${palette.divider}`,
    '&.ticked': { backgroundColor: palette.action.hover },
    '&:last-of-type': { borderBottom: 0 },
  },
  '& .top': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px', minHeight: 44 },
  '& .tick': {
    position: 'relative',
    zIndex: 1,
    display: 'grid',
    placeItems: 'center',
    width: 44,
    height: 44,
    marginLeft: '-12px',
    marginRight: '-8px',
  },
  '& input[type=checkbox]': { width: 20, height: 20, margin: 0, accentColor: palette.secondary.main },
  '& .top a': {
    // A state that is too long to be next to a code wraps below it; one long word breaks next to the checkbox.
    flex: '1 1 min-content',
    minWidth: 0,
    maxWidth: 'calc(100% - 40px)',
    color: palette.text.primary,
    fontSize: 15,
    fontWeight: 650,
    textDecoration: 'none',
    overflowWrap: 'break-word',
    // The whole card is a link to its record; other controls are layered above it.
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '4px' },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  },
  '& dl': { margin: 0, display: 'grid', gap: '2px' },
  '& dl > div': { display: 'grid', gridTemplateColumns: '120px 1fr', gap: '12px' },
  '& dt': { color: palette.text.secondary },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  // Links and buttons in a line are touch targets, but do not make the line higher than the others.
  '& dd > :is(a, button)': { position: 'relative', zIndex: 1, marginBlock: '-13px' },
  '& .actions': {
    position: 'relative',
    zIndex: 1,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px',
    marginTop: '6px',
    width: 'fit-content',
    // A button without a border is aligned with the text above it.
    '& > .MuiButton-text:first-of-type': { marginLeft: '-5px' },
    '&:empty': { display: 'none' },
  },
  '& .plain': { padding: '12px' },
});
