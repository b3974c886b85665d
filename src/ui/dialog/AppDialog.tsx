import Close from '@mui/icons-material/Close';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Typography } from '@mui/material';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { phoneQuery } from '../breakpoints.ts';
import { clickGuardStyle, guardClicks } from '../clickGuard.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { DialogFrameProvider } from './DialogFrameContext.ts';
import { DialogHost } from './DialogHost.tsx';
import { useCloseGuard } from './useCloseGuard.ts';
import { useDirtyParts } from './useDirtyParts.ts';

/** A question is no dialog of SPEC 2: it is as wide as it is long. */
export const questionWidth = 440;

/** As high as what stands in it, and no higher than the window: its foot stays in sight, also below a form. */
const paperStyle = {
  maxWidth: 'none',
  m: 1,
  '--header-height': '0px',
  [`@media ${phoneQuery}`]: { maxHeight: 'calc(100% - 16px)' },
  '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
} as const;

interface WindowProps {
  title: ReactNode;
  /** In pixels; on a narrow screen 96% of its width (A26). */
  width?: number | undefined;
  /** Neither the escape key nor a cross closes it: its own buttons do. */
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
      // What a dialog over this one submits is not submitted here: events pass through portals.
      onSubmit={(event) => event.stopPropagation()}
      aria-labelledby={id}
      slotProps={{
        paper: { sx: { ...paperStyle, width: `min(${width}px, 96vw)` } },
      }}
    >
      {/* The heading alone names the dialog, not the bar with its cross, which would take that id. */}
      <DialogTitle id={`${id}-bar`} component="div" sx={{ display: 'flex', alignItems: 'center', py: 1.5 }}>
        <Typography component="h2" variant="h2" id={id} sx={{ flex: 1 }}>
          {title}
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

/** Asks whether what was entered and not sent is to be given up. */
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
  /** What is read alone, with nothing in it that takes the focus, is scrolled by keys under this name. */
  reading?: string;
}

/** What a dialog shows, and what can be done with it at its foot. */
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
 * The one dialog of the console: a title and what stands in it, a `DialogBody` or a `DialogForm`. What is opened from
 * within lies over it, and closes with it.
 */
export function AppDialog({ onClose, children, ...frame }: Omit<WindowProps, 'busy'>) {
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useDirtyParts();
  const guard = useCloseGuard(dirty, onClose);
  const { close } = guard;
  const offered = useMemo(() => ({ close, setDirty, setBusy }), [close, setDirty]);
  return (
    <>
      <DialogWindow {...frame} onClose={close} busy={busy}>
        <DialogFrameProvider value={offered}>
          <ErrorBoundary>
            <DialogHost>{children}</DialogHost>
          </ErrorBoundary>
        </DialogFrameProvider>
      </DialogWindow>
      {guard.asking && <LeaveQuestion onStay={guard.stay} onLeave={guard.leave} />}
    </>
  );
}
