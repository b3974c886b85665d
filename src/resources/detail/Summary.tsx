import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button } from '@mui/material';
import { useId, useState } from 'react';
import { baseFields, type Entity } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { DescriptionList, InlineDescription } from '../values/DescriptionList.tsx';
import { type FieldLine, fieldLines } from '../values/FieldLines.tsx';

/** Sorts the declared first fields to the front, in their order. */
function orderedLines(lines: readonly FieldLine[], first: readonly string[]): FieldLine[] {
  const rank = ({ name }: FieldLine) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...lines].sort((a, b) => rank(a) - rank(b));
}

interface Props {
  entity: Entity;
  record: RecordData;
  /** The fields that are shown, by default those that the role may read. */
  fields: Fields;
  /** Further lines, with values of other records. */
  more?: readonly FieldLine[];
}

/**
 * The values of a record: first the declared summary fields, with a dash where one is empty, then its other fields, and
 * at the end its number and times. Other empty fields are collapsed.
 */
export function Summary({ entity, record, fields, more = [] }: Props) {
  const [all, setAll] = useState(false);
  const id = useId();
  const { summary = [] } = entity.detail ?? {};
  const lines = orderedLines([...fieldLines(entity, record, fields), ...more], summary);
  // The fields that every record has (number and times) say little about it, so they come last.
  const marks = lines.filter(({ name }) => name in baseFields && !summary.includes(name));
  const own = lines.filter((line) => !marks.includes(line));
  const visible = own.filter(({ name, empty }) => !empty || summary.includes(name));
  const collapsed = own.filter((line) => !visible.includes(line));
  return (
    <Box id={id}>
      <DescriptionList lines={all ? [...visible, ...collapsed] : visible} />
      {collapsed.length > 0 && (
        <Button
          aria-expanded={all}
          aria-controls={id}
          onClick={() => setAll(!all)}
          startIcon={<ExpandMore sx={{ rotate: all ? '180deg' : '0deg', transition: 'rotate 150ms' }} />}
          sx={{ mt: 1.5, ml: -0.75, color: 'text.secondary', fontWeight: 500 }}
        >
          {all ? text().record.foldEmpty : text().record.showEmpty(collapsed.length)}
        </Button>
      )}
      <InlineDescription lines={marks} />
    </Box>
  );
}
