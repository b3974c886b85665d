import { useMediaQuery } from '@mui/material';

/** Media query for a phone's width: lists are cards, and touch targets are 44 px high. */
export const phoneQuery = '(max-width: 599.95px)';

/** Media query for windows in which drawers and panels take the full width, and the menu is a drawer. */
export const narrowQuery = '(max-width: 749.95px)';

/** Media query for windows in which a table has no room for all row actions. */
export const tabletQuery = '(max-width: 999.95px)';

/** Media query for windows in which a record opens beside its list; in narrower ones it opens over the list. */
export const sideBySideQuery = '(min-width: 1400px)';

export const useIsPhone = (): boolean => useMediaQuery(phoneQuery, { noSsr: true });

/**
 * Style of a link that is the whole value. On a phone its touch target is larger than its text, without moving the
 * text. In wider windows it is plain text, so that a cell can cut it by an ellipsis.
 */
export const valueLinkStyle = {
  display: { xs: 'inline-block', sm: 'inline' },
  minWidth: { xs: 44, sm: 0 },
  py: { xs: '13px', sm: 0 },
  my: { xs: '-13px', sm: 0 },
} as const;

/** Style of a link within text: on a phone its touch target is 44 px high. */
export const touchLinkStyle = { display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 0 } } as const;
