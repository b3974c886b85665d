import UploadFile from '@mui/icons-material/UploadFile';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { type ImportField, maxCellLength, maxImportColumns, maxImportRows } from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { saveFile } from '../../dataProvider/files/saveFile.ts';
import { text, translate } from '../../i18n/text.ts';
import { DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { useDialogFrame } from '../../ui/dialog/DialogFrameContext.ts';
import { minuteText, numberText } from '../values/format.ts';
import { ImportProgress } from './ImportProgress.tsx';
import type { ImportFileDraft } from './importDraft.ts';
import { maxFileBytes } from './read/fileTable.ts';
import { toCsv } from './sheet.ts';
import { type FileProblem, type ImportFile, useImportFile } from './useImportFile.ts';

interface Props {
  entity: Entity;
  fields: readonly ImportField[];
  /** The file that was chosen before. */
  chosen: ImportFile | undefined;
  onFile: (file: ImportFile, draft?: ImportFileDraft) => void;
  /** What was chosen before a reload, if no file was chosen since. */
  draft: ImportFileDraft | undefined;
  onDiscard: () => void;
  onContinue: () => void;
}

const limitsText = () => text().imports.limits(numberText(maxImportRows), String(maxFileBytes / 1024 / 1024));

/** The area where a file is dropped or chosen. */
function FileDropArea({ onFile }: { onFile: (file: File | undefined) => void }) {
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
      <UploadFile color="secondary" />
      <Typography>{text().imports.drop}</Typography>
      <Button variant="contained" onClick={() => input.current?.click()}>
        {text().imports.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text().imports.choose}
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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

/** Why a file cannot be imported, with the limit or the cell where there is one. */
export function problemText({ why, cell = '' }: FileProblem): string {
  const words = text().imports.problems;
  if (why === 'tooManyColumns') return words.tooManyColumns(cell, numberText(maxImportColumns));
  if (why === 'openQuote') return words.openQuote(cell);
  return why === 'tooLongCell' ? words.tooLongCell(cell, numberText(maxCellLength)) : words[why];
}

/** The name of a chosen file. */
const nameOfFile = ({ content }: { readonly content: Blob }): string => (content instanceof File ? content.name : '');

interface DraftOfferProps {
  draft: ImportFileDraft;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers the file that was chosen before the page was loaded again (issue 33). */
const DraftOffer = ({ draft, onRestore, onDiscard }: DraftOfferProps) => (
  <Alert
    severity="info"
    role="status"
    sx={{ mb: 2, overflowWrap: 'anywhere' }}
    action={
      <>
        <Button color="inherit" onClick={onRestore}>
          {text().draft.restore}
        </Button>
        <Button color="inherit" onClick={onDiscard}>
          {text().ask.discard}
        </Button>
      </>
    }
  >
    {text().imports.draftFound(nameOfFile(draft), minuteText(new Date(draft.at).toISOString()))}
  </Alert>
);

/** The first step: a file is chosen, or the one that was chosen before is used again. */
export function FileStep({ entity, fields, chosen, draft, onFile, onDiscard, onContinue }: Props) {
  const { part, problem, read, stop } = useImportFile(fields, onFile);
  const { close } = useDialogFrame();
  const words = text().imports;
  const template = () => saveFile(`${entity.name}.csv`, toCsv([fields.map(([, { label }]) => translate(label))]));
  const isReading = part !== undefined;
  return (
    <DialogBody
      actions={
        <>
          {!isReading && (
            <Button onClick={template} sx={{ mr: 'auto' }}>
              {words.template}
            </Button>
          )}
          <Button onClick={isReading ? stop : close}>{isReading ? words.stopReading : text().actions.cancel}</Button>
          {chosen && !isReading && <Button onClick={onContinue}>{words.continueWith(nameOfFile(chosen))}</Button>}
        </>
      }
    >
      {problem && (
        <Alert severity={problem.why === 'stopped' ? 'info' : 'error'} sx={{ mb: 2 }}>
          {problemText(problem)}
        </Alert>
      )}
      {draft && !chosen && !isReading && (
        <DraftOffer
          draft={draft}
          onRestore={() => void read(draft.content, draft.choices, draft)}
          onDiscard={onDiscard}
        />
      )}
      {isReading ? (
        <ImportProgress label={words.reading} done={part} all={1} />
      ) : (
        <FileDropArea onFile={(file) => file && void read(file, {})} />
      )}
    </DialogBody>
  );
}
