import Close from '@mui/icons-material/Close';
import { Box, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Typography } from '@mui/material';
import { type FormEventHandler, type ReactNode, useId } from 'react';
import { text } from '../i18n/text.ts';

interface Props {
  title: ReactNode;
  /** In pixels; on a narrow screen 96% of its width (A26). */
  width?: number;
  onClose: () => void;
  actions?: ReactNode;
  /** Makes the whole dialog a form. */
  form?: FormEventHandler<HTMLFormElement>;
  /** While something is being sent the dialog stays. */
  busy?: boolean;
  children: ReactNode;
}

/** The one dialog of the console: a title, a body that scrolls, actions at the foot. */
export function AppDialog({ title, width = 800, onClose, actions, form, busy, children }: Props) {
  const id = useId();
  const body = (
    <>
      <DialogContent dividers>{children}</DialogContent>
      {actions && <DialogActions sx={{ px: 3, py: 1.5 }}>{actions}</DialogActions>}
    </>
  );
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { width: `min(${width}px, 96vw)`, maxWidth: 'none', m: 1 } } }}
    >
      <DialogTitle component="div" sx={{ display: 'flex', alignItems: 'center', py: 1.5 }}>
        <Typography component="h2" variant="h2" id={id} sx={{ flex: 1 }}>
          {title}
        </Typography>
        <IconButton size="small" aria-label={text().actions.close} onClick={onClose} disabled={busy ?? false}>
          <Close fontSize="small" />
        </IconButton>
      </DialogTitle>
      {form ? (
        <Box
          component="form"
          onSubmit={form}
          noValidate
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' }}
        >
          {body}
        </Box>
      ) : (
        body
      )}
    </Dialog>
  );
}
