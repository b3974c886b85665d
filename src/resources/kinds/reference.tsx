import { Fragment, type ReactNode } from 'react';
import { type RaRecord, useGetRecordRepresentation } from 'react-admin';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { dash } from '../values/format.ts';
import { RecordNames } from '../values/RecordNames.tsx';
import { noRange, notPicked, plainGroup } from './plain.tsx';
import { type CellPlace, type KindView, usualWidth } from './view.ts';

/**
 * A name that is made of parts, as `deployment/category/name`: it may break between them, and where it stands on one line
 * that is too short for it, the beginning of what leads to the last part gives way (`.path` in tableStyle.ts).
 */
function breakable(name: string): ReactNode {
  const parts = name.split('/');
  const last = parts.pop();
  if (parts.length === 0) return name;
  return (
    <span className="path">
      <span>
        {/* Where its beginning gives way, its letters stay in their order. */}
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

/** The record behind a reference, as react-admin represents it, from what the answer embeds of it. */
function RecordName({ field, name, holder }: Pick<CellPlace, 'field' | 'name' | 'holder'>) {
  const represent = useGetRecordRepresentation(field.to);
  const embedded = valueAt(holder, field.as ?? name) as RaRecord | null | undefined;
  // An answer that embeds nothing of it has its number alone.
  if (typeof embedded === 'number') return <RecordNames to={field.to ?? ''} ids={[embedded]} />;
  if (typeof embedded !== 'object') return dash;
  return embedded ? breakable(String(represent(embedded))) : dash;
}

/** A record of another entity, by its title. */
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
