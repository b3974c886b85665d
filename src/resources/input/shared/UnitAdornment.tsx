import { InputAdornment } from '@mui/material';
import { useGetOne } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { productUnit, unitText } from '../../values/format.ts';
import { usePickedRecord } from './pickedRecords.ts';
import { type FormRecord, useFormRecord } from './RowScope.ts';

/** The reference field of an entity whose record is embedded under this name. */
const referenceAs = ({ entity }: FormRecord, as: string): [string, Field] | undefined =>
  Object.entries<Field>(entity?.fields ?? {}).find(([, field]) => field.kind === 'reference' && field.as === as);

/**
 * The record that a form embeds under this name: the one picked in the form, else the initial one, else the preset one,
 * which is fetched.
 * @returns The record, or undefined if there is none.
 */
function useEmbedded(as: string): unknown {
  const about = useFormRecord();
  const picked = usePickedRecord(about.prefix + as);
  const embedded: unknown = useWatch({ name: about.prefix + as });
  const [name = '', field] = referenceAs(about, as) ?? [];
  const preset: unknown = useWatch({ name: field ? about.prefix + readPathOf(name, field) : '' });
  const isAsked = field?.to !== undefined && !picked && embedded === undefined && typeof preset === 'number';
  const { data } = useGetOne(
    field?.to ?? '',
    { id: isAsked ? preset : 0, meta: { quiet: true } },
    { enabled: isAsked, retry: false },
  );
  if (!picked) return embedded ?? (isAsked ? data : undefined) ?? undefined;
  return picked.record ?? (picked.id !== null && valueAt(embedded, 'id') === picked.id ? embedded : undefined);
}

/** The unit of a quantity, from the product of the form; nothing if there is no product yet. */
function CountUnit({ unitOf }: { unitOf: string }) {
  const [head = '', ...rest] = unitOf.split('.');
  const embedded = useEmbedded(head);
  if (embedded === undefined) return null;
  return <UnitAdornment text={productUnit(rest.length > 0 ? valueAt(embedded, rest.join('.')) : embedded)} />;
}

/** The unit after a number in its input; empty if it has no text, such as that of hosts in English (R-FMT-04). */
export const UnitAdornment = ({ text }: { text: string }) =>
  text && <InputAdornment position="end">{text}</InputAdornment>;

/** The unit shown in an input of this field: none, the declared one, or that of the product. */
export function unitSlotProps({ unit, unitOf }: Field, typed: unknown) {
  if (unit) return { endAdornment: <UnitAdornment text={unitText(unit, typed)} /> };
  return unitOf === undefined ? {} : { endAdornment: <CountUnit unitOf={unitOf} /> };
}
