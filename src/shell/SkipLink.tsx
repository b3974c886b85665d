import { Link } from '@mui/material';
import { text } from '../i18n/text.ts';

/**
 * The first element that the keyboard reaches: it jumps past the menu and the header to the page. Visible only with the
 * focus.
 */
export const SkipLink = () => (
  <Link
    data-screen-only
    href="#content"
    onClick={(event) => {
      event.preventDefault();
      document.getElementById('content')?.focus();
    }}
    sx={{
      position: 'fixed',
      top: 8,
      left: 8,
      zIndex: 'tooltip',
      px: 2,
      borderRadius: 1,
      lineHeight: '44px',
      bgcolor: 'background.paper',
      color: 'text.primary',
      border: 1,
      borderColor: 'divider',
      '&:not(:focus)': { transform: 'translateY(-200%)' },
    }}
  >
    {text().keys.skip}
  </Link>
);
