import { Alert, Button } from '@mui/material';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import { text } from '../../i18n/text.ts';
import type { RecordWithChildren } from '../formState/childRowPages.ts';
import type { FormValues } from '../formState/contractResolver.ts';

interface Props {
  /** The names of the child sections of the form. */
  sections: readonly string[];
  /**
   * Fetches the record again.
   * @param values The values of the form.
   * @returns The record with the entered values of its children.
   */
  onReload: (values: FormValues) => Promise<RecordWithChildren | undefined>;
  onRead: (read: RecordWithChildren) => void;
}

/**
 * Says that the record has changed since it was read, with a button to reload it.
 * @param mb The bottom margin, in units of the theme.
 */
export const StaleAlert = ({ mb, onReload }: { mb: number; onReload: (() => void) | undefined }) => (
  <Alert
    severity="warning"
    sx={{ mb }}
    action={
      <Button color="inherit" onClick={onReload}>
        {text().actions.reload}
      </Button>
    }
  >
    {text().form.stale}
  </Alert>
);

/** Fetches the record again, and puts its present children into the form together with the entered values of these. */
export async function readRowsAgain(
  values: FormValues,
  { resetField }: Pick<UseFormReturn, 'resetField'>,
  { sections, onReload, onRead }: Props,
): Promise<void> {
  const again = await onReload(values);
  if (!again) return;
  // The reloaded rows contain the entered values of the children. The form preserves the other entered values itself.
  for (const name of sections) resetField(name, { defaultValue: again.record[name] });
  onRead(again);
}

/** The same alert in a form with child rows, which are reloaded as well. */
export function StaleChildrenAlert(props: Props) {
  const form = useFormContext();
  return <StaleAlert mb={2} onReload={() => void readRowsAgain(form.getValues(), form, props)} />;
}
