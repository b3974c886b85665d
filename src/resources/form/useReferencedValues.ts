import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { DefaultContext } from '../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import type { Scalar } from '../../../contract/schema/access.ts';
import { readPathOf } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useContract } from '../ContractContext.ts';

/** A record that an input with a reference points to. */
interface ReferencedRecord {
  /** The name of the reference. */
  readonly from: string;
  readonly id: unknown;
}

const keyOf = ({ from, id }: ReferencedRecord): string => JSON.stringify([from, id]);

/**
 * Loads the records that references of a form point to, for the defaults that take a value from them. What the caller
 * may not read stays unknown; the server fills it in.
 * @param fields All fields of the record.
 * @returns A function that returns a value of a loaded record, undefined if it is not known; a new one for each record.
 */
export function useReferencedValues(
  fields: Fields,
  wanted: readonly ReferencedRecord[],
): NonNullable<DefaultContext['referenced']> {
  const contract = useContract();
  const dataProvider = useDataProvider();
  const asked = useRef(new Set<string>());
  const [known, setKnown] = useState<ReadonlyMap<string, RecordData>>(new Map());
  useEffect(() => {
    for (const one of wanted) {
      const { from, id } = one;
      const target = fields[from]?.to;
      if (typeof id !== 'number' || target === undefined || asked.current.has(keyOf(one))) continue;
      asked.current.add(keyOf(one));
      dataProvider
        .getMany(target, { ids: [id] })
        .then(({ data: [record] }) => record && setKnown((before) => new Map(before).set(keyOf(one), record)))
        // A record that cannot be read now is asked for again with the next change; the server fills its value in anyway.
        .catch(() => asked.current.delete(keyOf(one)));
    }
  }, [JSON.stringify(wanted)]);
  return useCallback(
    (from, id, name) => {
      const source = contract.entity(fields[from]?.to ?? '').fields[name];
      const record = known.get(keyOf({ from, id }));
      return record && source ? (valueAt(record, readPathOf(name, source)) as Scalar | undefined) : undefined;
    },
    [known],
  );
}
