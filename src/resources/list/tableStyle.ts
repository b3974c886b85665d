import type { Theme } from '@mui/material/styles';

/** The look of a list's table, said once for all its cells. What can be done with a row stays in sight at its edge. */
export const tableStyle = ({ palette }: Theme) => ({
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: 13,
  lineHeight: 1.43,
  '& th, & td': { padding: '9px 8px', textAlign: 'left', borderBottom: `1px solid ${palette.divider}` },
  '& th': { fontWeight: 650, lineHeight: 1.3, wordBreak: 'keep-all' },
  '& .right': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& .dateTime': { minWidth: 92 },
  '& .reference': { minWidth: 130 },
  '& .longText': { minWidth: 160 },
  '& .tick': { width: 40, paddingRight: 0 },
  '& input[type=checkbox]': {
    width: 17,
    height: 17,
    margin: 0,
    verticalAlign: 'middle',
    accentColor: palette.primary.main,
  },
  '& tbody tr:hover > td, & tbody tr.ticked > td': { backgroundColor: palette.action.hover },
  '& .actions': {
    position: 'sticky',
    right: 0,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    backgroundColor: palette.background.paper,
  },
  '& tbody a': {
    color: palette.primary.main,
    fontWeight: 600,
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    borderRadius: '4px',
    '&:hover': { textDecoration: 'underline' },
  },
  '& .plain': { border: 0 },
});
