import { Alert, Button } from '@mui/material';
import { useFormContext } from 'react-hook-form';
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

/** The same alert in a form with child rows, which are reloaded as well. */
export function StaleChildrenAlert({ sections, onReload, onRead }: Props) {
  const { getValues, resetField } = useFormContext();
  const reload = async () => {
    const again = await onReload(getValues());
    if (!again) return;
    // The reloaded rows contain the entered values of the children. The form preserves the other entered values itself.
    for (const name of sections) resetField(name, { defaultValue: again.record[name] });
    onRead(again);
  };
  return <StaleAlert mb={2} onReload={reload} />;
}
