import { useMemo, useState } from 'react';
import { importableFields, matchHeadings } from '../../../contract/lists/import.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { text, translate } from '../../i18n/text.ts';
import { AppDialog } from '../../ui/dialog/AppDialog.tsx';
import type { EntityDialogProps } from '../dialogSlots.ts';
import { CheckStep } from './CheckStep.tsx';
import { FileStep } from './FileStep.tsx';
import { MatchStep } from './MatchStep.tsx';
import type { FileRows } from './readFile.ts';
import { type ColumnMatches, toImportSheet } from './sheet.ts';

/** Imports records from a file in three steps: choose the file, match its columns to fields, check the result. */
export function ImportDialog({ entity, onClose }: EntityDialogProps) {
  const role = useRole() ?? 'Subordinate';
  const fields = useMemo(() => importableFields(entity, role), [entity, role]);
  const [file, setFile] = useState<FileRows>();
  const [matches, setMatches] = useState<ColumnMatches>([]);
  const [isMatched, setMatched] = useState(false);
  const sheet = useMemo(() => file && toImportSheet(file, matches, fields), [file, matches, fields]);
  const take = (rows: FileRows) => {
    setFile(rows);
    setMatches(matchHeadings(fields, rows.headings));
  };
  return (
    <AppDialog title={text().imports.title(translate(entity.labels))} width={900} onClose={onClose}>
      {!file && <FileStep entity={entity} fields={fields} onFile={take} />}
      {file && !isMatched && (
        <MatchStep
          file={file}
          fields={fields}
          matches={matches}
          onChange={setMatches}
          onBack={() => setFile(undefined)}
          onNext={() => setMatched(true)}
        />
      )}
      {file && isMatched && sheet && (
        <CheckStep
          entity={entity}
          file={file}
          fields={fields}
          sheet={sheet}
          onBack={() => setMatched(false)}
          onAgain={() => {
            setMatched(false);
            setFile(undefined);
          }}
          onClose={onClose}
        />
      )}
    </AppDialog>
  );
}
