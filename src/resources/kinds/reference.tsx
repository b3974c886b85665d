import { Fragment, type ReactNode } from 'react';
import { type RaRecord, useGetRecordRepresentation } from 'react-admin';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { dash } from '../values/format.ts';
import { RecordNames } from '../values/RecordNames.tsx';
import { noRange, notPicked, plainGroup } from './plain.tsx';
import { type CellPlace, type KindView, usualWidth } from './view.ts';

/**
 * Shows a name with parts, such as `deployment/category/name`. It may break between the parts; on a single line that is
 * too short, the beginning of the parts before the last is cut off (`.path` in tableStyle.ts).
 */
function breakableName(name: string): ReactNode {
  const parts = name.split('/');
  const last = parts.pop();
  if (parts.length === 0) return name;
  return (
    <span className="path">
      <span>
        {/* The beginning is cut off by writing right to left; this keeps the order of the letters. */}
        <bdi>
          {parts.map((part, index) => (
            <Fragment key={index}>
              {part}/<wbr />
            </Fragment>
          ))}
        </bdi>
      </span>
      <span>{last}</span>
    </span>
  );
}

/** The name of a referenced record as react-admin represents it, from the data embedded in the response. */
function RecordName({ field, name, holder }: Pick<CellPlace, 'field' | 'name' | 'holder'>) {
  const represent = useGetRecordRepresentation(field.to);
  const embedded = valueAt(holder, field.as ?? name) as RaRecord | null | undefined;
  // A response that does not embed the record contains only its id.
  if (typeof embedded === 'number') return <RecordNames to={field.to ?? ''} ids={[embedded]} />;
  if (typeof embedded !== 'object') return dash;
  return embedded ? breakableName(String(represent(embedded))) : dash;
}

/** A record of another entity, shown by its title. */
export const referenceView: KindView = {
  cell: (_value, { field, name, holder }) => <RecordName field={field} name={name} holder={holder} />,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'record' },
  itemsInput: 'records',
  picked: notPicked,

  filter: 'record',
  ...noRange,
};
