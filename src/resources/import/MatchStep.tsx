import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import type { ImportField } from '../../../contract/lists/import.ts';
import { formatList } from '../../i18n/formatList.ts';
import { text, translate } from '../../i18n/text.ts';
import { DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { numberText } from '../values/format.ts';
import type { FileRows } from './readFile.ts';
import type { ColumnMatches } from './sheet.ts';

interface Props {
  file: FileRows;
  fields: readonly ImportField[];
  matches: ColumnMatches;
  onChange: (matches: ColumnMatches) => void;
  onBack: () => void;
  onNext: () => void;
}

/** The first filled cell of a column, as an example of its values. */
const sampleOf = ({ rows }: FileRows, at: number): string => rows.find((row) => (row[at] ?? '') !== '')?.[at] ?? '';

const isRequired = ([, { required, default: defaultValue }]: ImportField): boolean =>
  required === true && defaultValue === undefined;

/** The choice of a column's field, among those that no other column has. */
function FieldSelect({ heading, at, matches, fields, onChange }: SelectProps) {
  const free = fields.filter(([name]) => matches[at] === name || !matches.includes(name));
  const choose = (name: string) => onChange(matches.map((one, index) => (index === at ? name || undefined : one)));
  return (
    <TextField
      select
      fullWidth
      label={text().imports.fieldOf(heading)}
      value={matches[at] ?? ''}
      onChange={({ target }) => choose(target.value)}
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

type SelectProps = Pick<Props, 'matches' | 'fields' | 'onChange'> & { heading: string; at: number };

const columnStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  gap: 1.5,
  alignItems: 'center',
};

/** The second step: which field each column of the file has. Columns with a known heading are matched already. */
export function MatchStep({ file, fields, matches, onChange, onBack, onNext }: Props) {
  const words = text().imports;
  const missing = fields.filter((one) => isRequired(one) && !matches.includes(one[0]));
  const isEmpty = matches.every((one) => one === undefined);
  return (
    <DialogBody
      actions={
        <>
          <Button onClick={onBack}>{text().actions.back}</Button>
          <Button variant="contained" disabled={isEmpty || missing.length > 0} onClick={onNext}>
            {words.check(numberText(file.rows.length))}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography color="text.secondary">{words.matchHint}</Typography>
        {missing.length > 0 && (
          <Alert severity="warning">
            {words.missingFields(formatList(missing.map(([, { label }]) => translate(label))))}
          </Alert>
        )}
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
              onChange={onChange}
            />
          </Box>
        ))}
      </Box>
    </DialogBody>
  );
}
