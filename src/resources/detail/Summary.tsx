import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button } from '@mui/material';
import { useId, useState } from 'react';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { baseFields, type Entity, readPathOf } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { DescriptionList, InlineDescription } from '../values/DescriptionList.tsx';
import { type FieldLine, fieldLines } from '../values/FieldLines.tsx';
import { isEmpty } from '../values/isEmpty.ts';

/** Sorts the declared first fields to the front, in their order. */
function orderedLines(lines: readonly FieldLine[], first: readonly string[]): FieldLine[] {
  const rank = ({ name }: FieldLine) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...lines].sort((a, b) => rank(a) - rank(b));
}

/** The currencies that the amounts of a record have beside their numbers. */
function shownCurrencies({ fields }: Entity, record: RecordData): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const isShown = field.currency !== undefined && !isEmpty(valueAt(record, readPathOf(name, field)));
    return isShown ? [field.currency] : [];
  });
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
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const { summary = [] } = entity.detail ?? {};
  const stated = shownCurrencies(entity, record).filter((name) => !summary.includes(name));
  const all = [...fieldLines(entity, record, fields), ...more].filter(({ name }) => !stated.includes(name));
  const lines = orderedLines(all, summary);
  // The fields that every record has (number and times) say little about it, so they come last.
  const marks = lines.filter(({ name }) => name in baseFields && !summary.includes(name));
  const own = lines.filter((line) => !marks.includes(line));
  const visible = own.filter(({ name, empty }) => !empty || summary.includes(name));
  const collapsed = own.filter((line) => !visible.includes(line));
  return (
    <Box id={id}>
      <DescriptionList lines={isUnfolded ? [...visible, ...collapsed] : visible} />
      {collapsed.length > 0 && (
        <Button
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
          startIcon={<ExpandMore sx={{ rotate: isUnfolded ? '180deg' : '0deg', transition: 'rotate 150ms' }} />}
          sx={{ mt: 1.5, ml: -0.75, color: 'text.secondary', fontWeight: 500 }}
        >
          {isUnfolded ? text().record.foldEmpty : text().record.showEmpty(collapsed.length)}
        </Button>
      )}
      <InlineDescription lines={marks} />
    </Box>
  );
}
