import { Button } from '@mui/material';
import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { text } from '../../i18n/text.ts';

/**
 * Reads a chosen text file into a field of the form.
 * @param source the name of the field
 * @param accept the file types that are offered
 */
export function FileIntoField({ source, accept }: { source: string; accept: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { setValue } = useFormContext();
  const label = text().licence.chooseFile;
  const read = async (file: File | undefined) => {
    if (file) setValue(source, (await file.text()).trim(), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      <Button variant="outlined" sx={{ mb: 2 }} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
    </>
  );
}
