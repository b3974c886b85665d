import { CircularProgress, Fade, Modal } from '@mui/material';
import { text } from '../../i18n/text.ts';

/** So long nothing is shown, in milliseconds: most scripts are there by then. */
const delayMs = 400;

/**
 * In place of a dialog whose script is on its way: keys and clicks are no longer those of the page below, and Escape gives
 * it up.
 */
export function DialogLoading({ onClose }: { onClose: () => void }) {
  return (
    <Modal open onClose={onClose} hideBackdrop data-coming="" sx={{ display: 'grid', placeItems: 'center' }}>
      <Fade in style={{ transitionDelay: `${delayMs}ms` }}>
        <CircularProgress tabIndex={-1} size={32} aria-label={text().range.loading} sx={{ outline: 0 }} />
      </Fade>
    </Modal>
  );
}
