import { CircularProgress, Fade, Modal } from '@mui/material';
import { text } from '../../i18n/text.ts';

/** Delay before the spinner appears, in milliseconds: most scripts are loaded by then. */
const delayMs = 400;

/** Shown while the script of a dialog loads. The page below gets no keys or clicks meanwhile; Escape cancels. */
export function DialogLoading({ onClose }: { onClose: () => void }) {
  return (
    <Modal open onClose={onClose} hideBackdrop data-coming="" sx={{ display: 'grid', placeItems: 'center' }}>
      <Fade in style={{ transitionDelay: `${delayMs}ms` }}>
        <CircularProgress tabIndex={-1} size={32} aria-label={text().range.loading} sx={{ outline: 0 }} />
      </Fade>
    </Modal>
  );
}
