/** The style of code that is to be copied. */
export const codeBlock = {
  display: 'block',
  p: 1.5,
  bgcolor: 'action.hover',
  borderRadius: 1,
  fontSize: 13,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  maxHeight: '60vh',
  overflow: 'auto',
} as const;
