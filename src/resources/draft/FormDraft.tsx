import { Alert, Box, Button } from '@mui/material';
import dayjs from 'dayjs';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { minuteText } from '../values/format.ts';
import { hasExcludedFields } from './draftValues.ts';
import { type DraftOptions, useDraft } from './useDraft.ts';

/** Removes the draft of the form, once it is saved. */
export interface DraftHandle {
  readonly remove: () => void;
}

/** A moment: only its time, if it is today. */
const momentText = (at: number): string =>
  dayjs(at).isSame(dayjs(), 'day') ? dayjs(at).format('HH:mm') : minuteText(new Date(at).toISOString());

/** Without a draft it takes no room, nor a gap of a grid around it. */
const emptyStyle = { '&:empty': { position: 'absolute' } } as const;

const alertStyle = { mb: 2 } as const;

/**
 * Keeps what is typed into the form around it (issue 33), and offers what was typed before: after a reload, or after the
 * session ended and the same user signed in again.
 */
export function FormDraft({ ref, ...options }: DraftOptions & { ref?: Ref<DraftHandle> }) {
  const { offered, restore, discard, remove } = useDraft(options);
  const [restored, setRestored] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ remove }), [remove]);
  const words = text().draft;
  const isOutdated = offered?.version !== undefined && offered.version !== options.version;
  /** The buttons are gone, so that the focus goes to the first input. */
  const focusForm = () =>
    place.current
      ?.closest('form')
      ?.querySelector<HTMLElement>('input:not([type=hidden]):not(:disabled), textarea, [role=combobox]')
      ?.focus();
  const onRestore = async () => {
    await restore();
    setRestored(isOutdated ? words.restoredOver : words.restored);
    focusForm();
  };
  const onDiscard = () => {
    discard();
    focusForm();
  };
  const excluded = hasExcludedFields(options.fields) ? words.excluded : '';
  return (
    <Box ref={place} role="status" sx={emptyStyle}>
      {offered && (
        <Alert
          severity={isOutdated ? 'warning' : 'info'}
          role="presentation"
          sx={alertStyle}
          action={
            <>
              <Button color="inherit" onClick={() => void onRestore()}>
                {words.restore}
              </Button>
              <Button color="inherit" onClick={onDiscard}>
                {text().ask.discard}
              </Button>
            </>
          }
        >
          {words.found(momentText(offered.at)) + (isOutdated ? words.outdated : '')}
        </Alert>
      )}
      {restored && (
        <Alert severity={restored === words.restored ? 'success' : 'warning'} role="presentation" sx={{ mb: 2 }}>
          {restored + excluded}
        </Alert>
      )}
    </Box>
  );
}
