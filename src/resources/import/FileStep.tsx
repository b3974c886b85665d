import UploadFile from '@mui/icons-material/UploadFile';
import { Alert, Box, Button, CircularProgress, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { type ImportField, maxImportRows } from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { saveFile } from '../../dataProvider/files/saveFile.ts';
import { text, translate } from '../../i18n/text.ts';
import { DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { useDialogFrame } from '../../ui/dialog/DialogFrameContext.ts';
import { numberText } from '../values/format.ts';
import { type FileProblemKind, FileReadError, type FileRows, maxFileBytes, readFile } from './readFile.ts';
import { toCsv } from './sheet.ts';

interface Props {
  entity: Entity;
  fields: readonly ImportField[];
  onFile: (rows: FileRows) => void;
}

/** Reads the chosen file; if it cannot be read, the reason is shown and another file can be chosen. */
function useReadFile(onFile: Props['onFile']) {
  const [state, setState] = useState<'idle' | 'reading' | FileProblemKind>('idle');
  const read = async (file: File | undefined) => {
    if (!file) return;
    setState('reading');
    try {
      onFile(await readFile(file));
      setState('idle');
    } catch (error) {
      setState(error instanceof FileReadError ? error.why : 'unreadable');
    }
  };
  return { state, read };
}

const limitsText = () => text().imports.limits(numberText(maxImportRows), String(maxFileBytes / 1024 / 1024));

/** The area where a file is dropped or chosen. */
function FileDropArea({ reading, onFile }: { reading: boolean; onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
      sx={{ ...dropAreaStyle, ...(over && { borderColor: 'secondary.main', bgcolor: 'action.hover' }) }}
    >
      {reading ? <CircularProgress size={28} aria-label={text().range.loading} /> : <UploadFile color="secondary" />}
      <Typography>{text().imports.drop}</Typography>
      <Button variant="contained" disabled={reading} onClick={() => input.current?.click()}>
        {text().imports.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text().imports.choose}
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          target.value = '';
        }}
      />
      <Typography variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
        {limitsText()}
      </Typography>
    </Box>
  );
}

const dropAreaStyle = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1.5,
  p: 4,
  border: '1px dashed',
  borderColor: 'divider',
  borderRadius: 2,
} as const;

export function FileStep({ entity, fields, onFile }: Props) {
  const { state, read } = useReadFile(onFile);
  const { close } = useDialogFrame();
  const words = text().imports;
  const template = () => saveFile(`${entity.name}.csv`, toCsv([fields.map(([, { label }]) => translate(label))]));
  const problem = state === 'idle' || state === 'reading' ? undefined : words.problems[state];
  return (
    <DialogBody
      actions={
        <>
          <Button onClick={template} sx={{ mr: 'auto' }}>
            {words.template}
          </Button>
          <Button onClick={close}>{text().actions.cancel}</Button>
        </>
      }
    >
      {problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <FileDropArea reading={state === 'reading'} onFile={(file) => void read(file)} />
    </DialogBody>
  );
}
