import { useMediaQuery } from '@mui/material';

/** A phone's width, as a media query: below it lists are cards, and what is touched is 44 px high. */
export const phoneQuery = '(max-width: 599.95px)';

/** Below this width, as a media query, what lies over the page or beside it takes all of it, and the menu is a drawer. */
export const narrowQuery = '(max-width: 749.95px)';

/** Below this width, as a media query, a table has no room for all that can be done with its rows. */
export const tabletQuery = '(max-width: 999.95px)';

/** From this width on, as a media query, a record stands beside its list; below it lies over the list. */
export const sideBySideQuery = '(min-width: 1400px)';

/** Is the window as narrow as a phone? */
export const useIsPhone = (): boolean => useMediaQuery(phoneQuery, { noSsr: true });

/**
 * A link that is all of a value: on a phone it takes the touch from beyond its lines, however many there are, and they stand
 * as they would without it.
 */
export const valueLinkStyle = {
  display: 'inline-block',
  minWidth: { xs: 44, sm: 0 },
  py: { xs: '13px', sm: 0 },
  my: { xs: '-13px', sm: 0 },
} as const;

/** A link among text: on a phone as high as a finger. */
export const touchLinkStyle = { display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 0 } } as const;
