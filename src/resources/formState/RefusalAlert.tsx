import { Alert, formHelperTextClasses } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import { language } from '../../i18n/language.ts';

/** The messages among the errors of a form. */
function messagesIn(errors: unknown, isWanted: (type: unknown) => boolean): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const { type, message } = errors as { type?: unknown; message?: unknown };
  const own = typeof message === 'string' && isWanted(type) ? [translateMessage(message, language())] : [];
  // The `ref` of an error is its input.
  return [
    ...own,
    ...Object.entries(errors).flatMap(([name, one]) => (name === 'ref' ? [] : messagesIn(one, isWanted))),
  ];
}

const firstInvalid = (): HTMLElement | null =>
  ([...document.querySelectorAll('[role=dialog]')].at(-1) ?? document).querySelector('[aria-invalid=true]');

/** The messages that no input of the form shows. */
function messagesWithoutInput(errors: unknown, place: HTMLElement | null, hasInvalid: boolean): string[] {
  const form = place?.closest('form');
  const shown = [...(form?.querySelectorAll('.Mui-error, [role=alert]') ?? [])]
    .filter((element) => !place?.contains(element))
    .map(({ textContent }) => textContent);
  // The console's own messages are all at inputs; they are shown here only where the form has none of these.
  const found = messagesIn(errors, (type) => type === 'server' || !hasInvalid);
  return [...new Set(found)].filter((message) => !shown.some((one) => one.includes(message)));
}

/**
 * At the top of a form: the messages of a refusal that no input of the form shows. They stay until the next submit, and a
 * refusal focuses the first refused input, or the messages where no input is refused (issue 33, section 5).
 */
export function RefusalAlert() {
  const { isSubmitting, submitCount, errors } = useFormState();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSubmitting || submitCount === 0) return;
    const input = Object.keys(errors).length > 0 ? firstInvalid() : null;
    setMessages(messagesWithoutInput(errors, place.current, input !== null));
    if (input) input.focus();
    else setRefusal(submitCount);
  }, [submitCount, isSubmitting]);
  useEffect(() => {
    const alert = place.current?.querySelector<HTMLElement>('[role=alert]');
    if (alert) alert.focus();
    // A message at a list or at a row, which is no single input.
    else if (refusal > 0)
      place.current?.closest('form')?.querySelector(`.${formHelperTextClasses.error}`)?.scrollIntoView?.({
        block: 'center',
      });
  }, [refusal]);
  return (
    <div ref={place}>
      {messages.length > 0 && (
        <Alert severity="error" tabIndex={-1} sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {messages.map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Alert>
      )}
    </div>
  );
}
