import Close from '@mui/icons-material/Close';
import { IconButton, Link, SnackbarContent } from '@mui/material';
import { forwardRef } from 'react';
import { useCloseNotification } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { text } from '../../i18n/text.ts';

interface Props {
  message: string;
  /** The address of the record that the notice is about. */
  to: string;
}

/** A notice of success about a record, with a link to it. */
export const LinkedNotice = forwardRef<HTMLDivElement, Props>(function LinkedNotice({ message, to }, ref) {
  const close = useCloseNotification();
  return (
    <SnackbarContent
      ref={ref}
      className="RaNotification-success"
      sx={{ flexWrap: 'nowrap', alignItems: 'flex-start' }}
      message={
        <>
          {message}
          {' · '}
          <Link
            component={RouterLink}
            to={to}
            color="inherit"
            onClick={close}
            sx={{ fontWeight: 700, textDecoration: 'underline', whiteSpace: 'nowrap' }}
          >
            {text().actions.view}
          </Link>
        </>
      }
      action={
        <IconButton size="small" color="inherit" aria-label={text().actions.close} onClick={close}>
          <Close fontSize="small" />
        </IconButton>
      }
    />
  );
});
