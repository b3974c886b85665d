import { Alert, Button } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { text } from '../../i18n/text.ts';
import type { RecordWithChildren } from '../formState/childRowPages.ts';
import type { FormValues } from '../formState/contractResolver.ts';

interface Props {
  /** The names of the children that the form has. */
  sections: readonly string[];
  /** Reads the record again. In: what the form holds. Out: the record, with what was entered of its children. */
  onReload: (values: FormValues) => Promise<RecordWithChildren | undefined>;
  onRead: (read: RecordWithChildren) => void;
}

/** Says that the record has changed meanwhile, with the way to it as it is now. In: the room below, by the theme. */
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

/** The same in a form that has children of the record as rows, which are read again, too. */
export function StaleChildrenAlert({ sections, onReload, onRead }: Props) {
  const { getValues, resetField } = useFormContext();
  const reload = async () => {
    const again = await onReload(getValues());
    if (!again) return;
    // What was entered of the children is in their rows by now. What else was entered the form keeps by itself.
    for (const name of sections) resetField(name, { defaultValue: again.record[name] });
    onRead(again);
  };
  return <StaleAlert mb={2} onReload={reload} />;
}
