import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { isDefaultMissing } from '../../../contract/kinds/writable.ts';
import type { ImportField, ImportKey } from '../../../contract/lists/import.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { formatList } from '../../i18n/formatList.ts';
import { joinSentences } from '../../i18n/joinSentences.ts';
import { text, translate } from '../../i18n/text.ts';
import { DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { wholeTextStyle } from '../input/shared/wholeTextStyle.ts';
import { numberText } from '../values/format.ts';
import { problemText } from './FileStep.tsx';
import { type ColumnMatches, type FileRows, problemOf } from './sheet.ts';

interface Props {
  file: FileRows;
  fields: readonly ImportField[];
  matches: ColumnMatches;
  /** What rows can be matched with existing records by, and the chosen one. */
  keys: readonly ImportKey[];
  importKey: string | undefined;
  /** How the file was read. */
  settings: ReactNode;
  /** True while the file is read again, or as long as its letters are in doubt. */
  isBlocked: boolean;
  /** The user chooses the field of a column; `null` omits it. */
  onPick: (at: number, name: string | null) => void;
  onKey: (key: string | undefined) => void;
  onBack: () => void;
  onNext: () => void;
}

/** The first filled cell of a column, as an example of its values. */
const sampleOf = ({ rows }: Pick<FileRows, 'rows'>, at: number): string =>
  rows.find((row) => (row[at] ?? '') !== '')?.[at] ?? '';

const isRequired = ([, field]: ImportField): boolean =>
  field.required === true && (field.default === undefined || isDefaultMissing(field, currentCaller()));

/** The choice of a column's field, among those that no other column has. */
function FieldSelect({ heading, at, matches, fields, onPick }: SelectProps) {
  const free = fields.filter(([name]) => matches[at] === name || !matches.includes(name));
  return (
    <TextField
      select
      fullWidth
      label={text().imports.fieldOf(heading)}
      value={matches[at] ?? ''}
      onChange={({ target }) => onPick(at, target.value || null)}
      // An omitted column shows that without being opened.
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{text().imports.leftOut}</MenuItem>
      {free.map((one) => (
        <MenuItem key={one[0]} value={one[0]}>
          {translate(one[1].label)}
          {isRequired(one) && ' *'}
        </MenuItem>
      ))}
    </TextField>
  );
}

type SelectProps = Pick<Props, 'matches' | 'fields' | 'onPick'> & { heading: string; at: number };

const columnStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  gap: 1.5,
  alignItems: 'center',
};

const labelsOf = (fields: readonly ImportField[]): string =>
  formatList(fields.map(([, { label }]) => translate(label)));

/** Whether rows are new records, or change the records that they are matched with. */
function KeySelect({ keys, importKey, onKey }: Pick<Props, 'keys' | 'importKey' | 'onKey'>) {
  const words = text().imports;
  if (keys.length === 0) return null;
  return (
    <TextField
      select
      label={words.existing}
      value={importKey ?? ''}
      onChange={({ target }) => onKey(target.value || undefined)}
      helperText={importKey === undefined ? undefined : words.updateHint}
      slotProps={{ select: { displayEmpty: true, sx: wholeTextStyle }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{words.onlyNew}</MenuItem>
      {keys.map(({ name, fields }) => (
        <MenuItem key={name} value={name}>
          {words.updateBy(labelsOf(fields))}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** What must be matched before the rows can be checked: the required fields of new records, or the key. */
function missingText({ fields, matches, keys, importKey }: Props): string | undefined {
  const words = text().imports;
  if (importKey !== undefined) {
    const key = keys.find(({ name }) => name === importKey)?.fields.filter(([name]) => !matches.includes(name)) ?? [];
    return key.length > 0 ? words.missingKey(labelsOf(key), key.length === 1) : undefined;
  }
  const missing = fields.filter((one) => isRequired(one) && !matches.includes(one[0]));
  return missing.length > 0 ? words.missingFields(labelsOf(missing)) : undefined;
}

/** The second step: which field each column of the file has. Columns with a known heading are matched already. */
export function MatchStep(props: Props) {
  const { file, fields, matches, settings, isBlocked, onPick, onBack, onNext } = props;
  const words = text().imports;
  const missing = missingText(props);
  const problem = problemOf(file);
  const isEmpty = matches.every((one) => one === undefined);
  return (
    <DialogBody
      actions={
        <>
          <Button onClick={onBack}>{text().actions.back}</Button>
          <Button variant="contained" disabled={isEmpty || isBlocked || Boolean(missing ?? problem)} onClick={onNext}>
            {words.check(numberText(file.rows.length))}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {settings}
        {problem && <Alert severity="error">{problemText({ why: problem, cell: undefined })}</Alert>}
        <KeySelect {...props} />
        <Typography color="text.secondary">
          {joinSentences(words.matchHint, props.importKey === undefined && words.leftOutHint)}
        </Typography>
        {missing && <Alert severity="warning">{missing}</Alert>}
        {file.headings.map((heading, at) => (
          <Box key={at} sx={columnStyle}>
            <Box sx={{ minWidth: 0 }}>
              <Typography noWrap sx={{ fontWeight: 600 }}>
                {heading || words.unnamed(at + 1)}
              </Typography>
              <Typography noWrap variant="body2" color="text.secondary">
                {sampleOf(file, at) || words.noCells}
              </Typography>
            </Box>
            <FieldSelect
              heading={heading || words.unnamed(at + 1)}
              at={at}
              matches={matches}
              fields={fields}
              onPick={onPick}
            />
          </Box>
        ))}
      </Box>
    </DialogBody>
  );
}
