import { Button, DialogActions, DialogContent } from '@mui/material';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Form, RecordContextProvider } from 'react-admin';
import { type FieldValues, type Resolver, useFormState, useWatch } from 'react-hook-form';
import { leaveToForm } from '../../dataProvider/http/failure.ts';
import { text } from '../../i18n/text.ts';
import { clickGuardStyle, guardClicks, isSecondClick } from '../../ui/clickGuard.ts';
import { useDialogFrame, useDirtyPart } from '../../ui/dialog/DialogFrameContext.ts';
import { type DraftHandle, FormDraft } from '../draft/FormDraft.tsx';
import type { DraftOptions } from '../draft/useDraft.ts';
import { type FormMessages, formMessages } from '../formState/formMessages.ts';
import { RefusalAlert } from '../formState/RefusalAlert.tsx';
import { useUnsavedInput } from '../formState/useUnsavedInput.ts';
import { useFirstFocus } from './useFirstFocus.ts';

export interface DialogFormProps {
  resolver?: Resolver<FieldValues> | undefined;
  defaultValues?: FieldValues | undefined;
  record?: (FieldValues & { id: number }) | undefined;
  /** The text of the submit button. */
  submit: string;
  danger?: boolean | undefined;
  /** The submit button is disabled until this is true for the entered values. */
  isReady?: ((values: FieldValues) => boolean) | undefined;
  /**
   * Sends the values; the messages of a rejection are shown at their inputs. Resolves to `unfinished` if nothing was
   * saved yet.
   */
  onSubmit: (values: FieldValues) => Promise<unknown> | undefined;
  /** Makes what is typed survive a reload and the end of the session; without it, nothing does. */
  draft?: DraftOptions | undefined;
  /** The text of the cancel button, where "Cancel" would be confused with the purpose of the form. */
  leave?: string | undefined;
  /** True if the submit button has the focus at first. */
  focusSubmit?: boolean | undefined;
  /** A custom button in place of the cancel button. */
  back?: ReactNode;
  children: ReactNode;
}

/** Reports to the dialog whether the form has unsaved input or is being sent. */
export function FormStateReporter({ part = 'form' }: { part?: string }) {
  const { isSubmitting } = useFormState();
  const { setBusy } = useDialogFrame();
  useDirtyPart(part, useUnsavedInput());
  useEffect(() => {
    setBusy(isSubmitting);
    // A form that is removed after sending is no longer busy.
    return () => setBusy(false);
  }, [isSubmitting, setBusy]);
  return null;
}

type FormActionsProps = Pick<DialogFormProps, 'submit' | 'danger' | 'isReady' | 'leave' | 'focusSubmit' | 'back'>;

function FormActions({ submit, danger, isReady, leave, focusSubmit = false, back }: FormActionsProps) {
  const { isSubmitting } = useFormState();
  const { close } = useDialogFrame();
  const values = useWatch();
  return (
    <DialogActions ref={guardClicks} sx={{ px: { xs: 2, sm: 3 }, py: 1.5, ...clickGuardStyle }}>
      {back ?? (
        <Button onClick={close} disabled={isSubmitting}>
          {leave ?? text().actions.cancel}
        </Button>
      )}
      <Button
        type="submit"
        variant="contained"
        color={danger ? 'error' : 'primary'}
        disabled={isSubmitting || isReady?.(values) === false}
        autoFocus={focusSubmit}
        onClick={(event) => isSecondClick(event) && event.preventDefault()}
      >
        {submit}
      </Button>
    </DialogActions>
  );
}

/** The answer of a form that goes on to a further step: its draft stays. */
export const unfinished = Symbol('unfinished');

/**
 * Drops a second submit while one is running, however fast the clicks are.
 * @param draft The draft of the form, which is removed once the form is saved.
 */
export function useSubmitOnce(onSubmit: DialogFormProps['onSubmit'], draft?: RefObject<DraftHandle | null>) {
  const sending = useRef(false);
  return async (values: FieldValues): Promise<FormMessages | undefined> => {
    if (sending.current) return undefined;
    sending.current = true;
    // Saving closes the form; its draft is removed nevertheless.
    const handle = draft?.current;
    try {
      if ((await onSubmit(values)) !== unfinished) handle?.remove();
      return undefined;
    } catch (failure) {
      leaveToForm(failure);
      return formMessages(failure);
    } finally {
      sending.current = false;
    }
  };
}

/** A constant object, since react-admin resets the form whenever it receives another one. */
export const keepTypedValues = { keepDirtyValues: true };

/** A react-admin form in a dialog. Its inputs are validated on blur and before sending. */
export function DialogForm({
  resolver,
  defaultValues,
  record,
  onSubmit,
  draft,
  children,
  ...actions
}: DialogFormProps) {
  const draftHandle = useRef<DraftHandle>(null);
  const send = useSubmitOnce(onSubmit, draftHandle);
  const content = useRef<HTMLDivElement>(null);
  useFirstFocus(content);
  return (
    <RecordContextProvider value={record}>
      <Form
        className="dialog-form"
        noValidate
        mode="onTouched"
        disableInvalidFormNotification
        resetOptions={keepTypedValues}
        {...(resolver && { resolver })}
        {...(defaultValues && { defaultValues })}
        onSubmit={send}
      >
        <FormStateReporter />
        <DialogContent ref={content} dividers>
          <RefusalAlert />
          {draft && <FormDraft ref={draftHandle} {...draft} />}
          {children}
        </DialogContent>
        <FormActions {...actions} />
      </Form>
    </RecordContextProvider>
  );
}
