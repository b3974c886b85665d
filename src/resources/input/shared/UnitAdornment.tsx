import { InputAdornment } from '@mui/material';
import { useGetOne, useResourceContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { entities } from '../../../../contract/index.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { productUnit, unitText } from '../../values/format.ts';
import { usePickedRecord } from './pickedRecords.ts';

/** The reference of the resource around whose record answers embed under this name. */
function useReference(as: string): [string, Field] | undefined {
  const resource = useResourceContext();
  const { fields = {} } = entities.find(({ name }) => name === resource) ?? {};
  return Object.entries<Field>(fields).find(([, field]) => field.kind === 'reference' && field.as === as);
}

/**
 * The record that a form embeds under this name: the one that is picked in it, else what it began with, else what it was
 * preset to, which is asked for. Out: undefined while there is none.
 */
function useEmbedded(as: string): unknown {
  const picked = usePickedRecord(as);
  const held: unknown = useWatch({ name: as });
  const [name = '', field] = useReference(as) ?? [];
  const preset: unknown = useWatch({ name: field ? readPathOf(name, field) : '' });
  const isAsked = field?.to !== undefined && !picked && held === undefined && typeof preset === 'number';
  const { data } = useGetOne(
    field?.to ?? '',
    { id: isAsked ? preset : 0, meta: { quiet: true } },
    { enabled: isAsked, retry: false },
  );
  if (!picked) return held ?? (isAsked ? data : undefined) ?? undefined;
  return picked.record ?? (picked.id !== null && valueAt(held, 'id') === picked.id ? held : undefined);
}

/** What a quantity counts: the unit of the product that the form is about; nothing before there is one. */
function CountUnit({ countedAs }: { countedAs: string }) {
  const [head = '', ...rest] = countedAs.split('.');
  const embedded = useEmbedded(head);
  if (embedded === undefined) return null;
  return <UnitAdornment text={productUnit(rest.length > 0 ? valueAt(embedded, rest.join('.')) : embedded)} />;
}

/** Stands behind a number in its input; nothing where there is no word for it, as for hosts in English (R-FMT-04). */
export const UnitAdornment = ({ text }: { text: string }) =>
  text && <InputAdornment position="end">{text}</InputAdornment>;

/** What stands behind the number in an input of this field: nothing, its declared unit, or that of the product. */
export function unitSlotProps({ unit, unitOf: countedAs }: Field, typed: unknown) {
  if (unit) return { endAdornment: <UnitAdornment text={unitText(unit, typed)} /> };
  return countedAs === undefined ? {} : { endAdornment: <CountUnit countedAs={countedAs} /> };
}
