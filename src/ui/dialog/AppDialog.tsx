import Close from '@mui/icons-material/Close';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Typography } from '@mui/material';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { phoneQuery } from '../breakpoints.ts';
import { clickGuardStyle, guardClicks } from '../clickGuard.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { WithCodes } from '../WithCodes.tsx';
import { DialogFrameProvider, useDiscards } from './DialogFrameContext.ts';
import { DialogHost } from './DialogHost.tsx';
import { useCloseGuard } from './useCloseGuard.ts';
import { useDirtyParts } from './useDirtyParts.ts';

/** Width of a confirmation, in pixels. SPEC 2 gives widths for the other dialogs only. */
export const questionWidth = 440;

/**
 * As high as its content and no higher than the window, so that the buttons at the foot stay visible, also below a
 * form.
 */
const paperStyle = {
  maxWidth: 'none',
  m: 1,
  '--header-height': '0px',
  [`@media ${phoneQuery}`]: { maxHeight: 'calc(100% - 16px)' },
  '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
} as const;

interface WindowProps {
  title: ReactNode;
  /** In pixels; at most 96% of the window's width (A26). */
  width?: number | undefined;
  /** True if only the dialog's own buttons close it: there is no close button, and Escape does nothing. */
  stays?: boolean | undefined;
  onClose: () => void;
  busy?: boolean;
  children: ReactNode;
}

function DialogWindow({ title, width = 800, stays = false, onClose, busy = false, children }: WindowProps) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={() => !busy && !stays && onClose()}
      // React events bubble through portals: a form in a nested dialog must not submit the form around this dialog.
      onSubmit={(event) => event.stopPropagation()}
      aria-labelledby={id}
      slotProps={{
        paper: { sx: { ...paperStyle, width: `min(${width}px, 96vw)` } },
      }}
    >
      {/* MUI would name the dialog by the id of the whole title bar, with its close button; the heading alone is its name. */}
      <DialogTitle id={`${id}-bar`} component="div" sx={{ display: 'flex', alignItems: 'center', py: 1.5 }}>
        <Typography component="h2" variant="h2" id={id} sx={{ flex: 1 }}>
          {typeof title === 'string' ? <WithCodes>{title}</WithCodes> : title}
        </Typography>
        {!stays && (
          <IconButton size="small" aria-label={text().actions.close} onClick={onClose} disabled={busy}>
            <Close fontSize="small" />
          </IconButton>
        )}
      </DialogTitle>
      {children}
    </Dialog>
  );
}

/** Asks whether to discard what was entered and not sent. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <DialogWindow title={text().ask.leave} width={questionWidth} onClose={onStay}>
      <DialogBody
        actions={
          <>
            <Button onClick={onStay}>{text().ask.stay}</Button>
            <Button variant="contained" color="error" onClick={onLeave} autoFocus>
              {text().ask.discard}
            </Button>
          </>
        }
      >
        {text().ask.unsent}
      </DialogBody>
    </DialogWindow>
  );
}

interface BodyProps {
  children: ReactNode;
  actions?: ReactNode;
  /** The accessible name of content that has nothing to focus: the content can then be scrolled with the keyboard. */
  reading?: string;
}

/** The content of a dialog, and the buttons at its foot. */
export const DialogBody = ({ children, actions, reading }: BodyProps) => (
  <>
    <DialogContent dividers {...(reading && { tabIndex: 0, role: 'region', 'aria-label': reading })}>
      {children}
    </DialogContent>
    {actions && (
      <DialogActions
        ref={guardClicks}
        sx={{ px: { xs: 2, sm: 3 }, py: 1.5, flexWrap: 'wrap', rowGap: 0.5, ...clickGuardStyle }}
      >
        {actions}
      </DialogActions>
    )}
  </>
);

/**
 * The frame of all dialogs of the console: a title, and a `DialogBody` or a `DialogForm` as content. A dialog that is
 * opened from within lies over this one, and closes with it.
 */
export function AppDialog({ onClose, children, ...frame }: Omit<WindowProps, 'busy'>) {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useDirtyParts();
  const { onDiscard, discard } = useDiscards();
  const guard = useCloseGuard(dirty, onClose, discard);
  const { close } = guard;
  const frameValue = useMemo(() => ({ close, setDirty, setBusy, onDiscard }), [close, setDirty, onDiscard]);
  return (
    <>
      <DialogWindow {...frame} onClose={close} busy={busy}>
        <DialogFrameProvider value={frameValue}>
          <ErrorBoundary>
            <DialogHost>{children}</DialogHost>
          </ErrorBoundary>
        </DialogFrameProvider>
      </DialogWindow>
      {guard.asking && <LeaveQuestion onStay={guard.stay} onLeave={guard.leave} />}
    </>
  );
}
