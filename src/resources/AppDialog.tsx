import Close from '@mui/icons-material/Close';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Typography } from '@mui/material';
import { type FormEventHandler, type ReactNode, useId } from 'react';
import { text } from '../i18n/text.ts';
import { useGuard } from './useGuard.ts';

/** A question is no dialog of SPEC 2: it is as wide as it is long. */
export const questionWidth = 440;

interface Props {
  title: ReactNode;
  /** In pixels; on a narrow screen 96% of its width (A26). */
  width?: number;
  onClose: () => void;
  /** At the foot; a function is given the way out that asks first when something was entered. */
  actions?: ReactNode | ((close: () => void) => ReactNode);
  /** Makes the whole dialog a form. */
  form?: FormEventHandler<HTMLFormElement>;
  /** While something is being sent the dialog stays. */
  busy?: boolean | undefined;
  /** Something was entered that closing would lose. */
  dirty?: boolean | undefined;
  children: ReactNode;
}

/** The one dialog of the console: a title, a body that scrolls, actions at the foot. */
export function AppDialog({ onClose, actions, dirty = false, ...frame }: Props) {
  const guard = useGuard(dirty, onClose);
  const question = (
    <>
      <Button onClick={guard.stay}>{text().actions.cancel}</Button>
      <Button variant="contained" onClick={guard.leave} autoFocus>
        {text().actions.confirm}
      </Button>
    </>
  );
  return (
    <>
      <Frame
        {...frame}
        onClose={guard.close}
        actions={typeof actions === 'function' ? actions(guard.close) : actions}
      />
      {guard.asking && (
        <Frame title={text().actions.close} width={questionWidth} onClose={guard.stay} actions={question}>
          {text().ask.leave}
        </Frame>
      )}
    </>
  );
}

type FrameProps = Omit<Props, 'actions' | 'dirty'> & { actions?: ReactNode };

function Frame({ title, width = 800, onClose, actions, form, busy, children }: FrameProps) {
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
      // What a dialog over this one submits is not submitted here: events pass through portals.
      onSubmit={(event) => event.stopPropagation()}
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
