import { Fragment, type ReactNode } from 'react';
import { type RaRecord, useGetRecordRepresentation } from 'react-admin';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { isTitledByCode } from '../../../contract/values/code.ts';
import { useEntity } from '../ContractContext.ts';
import { useOverrides } from '../overrides.ts';
import { CodeText } from '../values/CodeText.tsx';
import { dash } from '../values/format.ts';
import { RecordNames } from '../values/RecordNames.tsx';
import { noRange, notPicked } from './plain.tsx';
import { type CellPlace, type KindView, usualWidth } from './view.ts';

interface PathProps {
  way: string;
  leaf: string;
}

/** A way that may break into lines after each slash, and not within a word. */
const BreakablePath = ({ way }: { way: string }) =>
  way.split('/').map((part, index, parts) => (
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && (
        <>
          /<wbr />
        </>
      )}
    </Fragment>
  ));

/**
 * A name at the end of a way, such as `deployment/category/name`: the name is shown first, and then the way in grey
 * (issue 33, "Columns"). Assistive technology reads the parts in the order of the label (R-PROD-02). On a line that is
 * too short, the end of the way is cut off first (`.path` in tableStyle.ts).
 */
const Path = ({ way, leaf }: PathProps) => (
  <span className="path">
    <span className="way">
      <span>
        <BreakablePath way={way} />
        <span className="slash">/</span>
      </span>
    </span>
    <span className="leaf">{leaf}</span>
  </span>
);

/** A name on one line, whose end is cut off if there is little room (`.fit` in tableStyle.ts). */
const FittingName = ({ children }: { children: ReactNode }) => (
  <span className="fit">
    <span className="text">{children}</span>
  </span>
);

/** True if the records of an entity are called by a code. */
function useIsTitledByCode(name: string | undefined): boolean {
  const entity = useEntity(name);
  return entity !== undefined && isTitledByCode(entity);
}

/** The name of a referenced record as react-admin represents it, from the data embedded in the response. */
function RecordName({ field, name, holder }: Pick<CellPlace, 'field' | 'name' | 'holder'>) {
  const represent = useGetRecordRepresentation(field.to);
  const { wayTo } = useOverrides(field.to ?? '');
  const isCoded = useIsTitledByCode(field.to);
  const embedded = valueAt(holder, field.as ?? name) as RaRecord | null | undefined;
  // A response that does not embed the record contains only its id.
  if (typeof embedded === 'number') return <RecordNames to={field.to ?? ''} ids={[embedded]} />;
  if (typeof embedded !== 'object' || !embedded) return dash;
  const shown = String(represent(embedded));
  if (isCoded) return <CodeText>{shown}</CodeText>;
  const way = wayTo?.(embedded);
  return way ? <Path way={way} leaf={shown.slice(way.length + 1)} /> : <FittingName>{shown}</FittingName>;
}

/** A record of another entity, shown by its title. */
export const referenceView: KindView = {
  cell: (_value, { field, name, holder }) => <RecordName field={field} name={name} holder={holder} />,
  whole: () => undefined,
  // The answer names the record, unless only the record itself says its title.
  group: (value, { to = '' }) => <RecordNames to={to} ids={[Number(value)]} />,
  isWide: false,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'record' },
  itemsInput: 'records',
  picked: notPicked,

  filter: 'record',
  ...noRange,
};
