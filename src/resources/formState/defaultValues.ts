import { set } from 'react-hook-form';
import { answeredRecord, conditionHolds } from '../../../contract/conditions/evaluate.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { type DefaultContext, resolveDefault } from '../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { type Contract, readPathOf } from '../../../contract/schema/entity.ts';
import { isFromReference } from '../../../contract/schema/field/default.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { readSession } from '../../authProvider/session.ts';
import { browserZone } from '../../i18n/timeZone.ts';
import type { FormValues } from './contractResolver.ts';

/**
 * The caller, the time and the time zone for default values. The browser is slow to find the zone, so it is asked for
 * only when needed.
 */
const startContext = (): DefaultContext => ({
  caller: currentCaller(),
  now: new Date(),
  get zone() {
    return browserZone();
  },
});

/** True unless the session shows that the default, the caller, does not match the condition of the reference. */
function isPickable(contract: Contract, { kind, to, where, default: defaultValue }: Field): boolean {
  if (kind !== 'reference' || !where || typeof defaultValue !== 'object') return true;
  const user = to === 'user' ? readSession()?.user : undefined;
  return (
    !user || conditionHolds(contract.entity('user'), where, answeredRecord({ ...user }), currentCaller()) !== false
  );
}

/**
 * The initial value of an input of a new record; a switch starts as no, and sends no.
 * @param name The name of the field.
 * @param fields All fields of the record.
 * @param given Returns the value of another field, undefined if the form has none.
 * @param referenced Returns a value of a referenced record, as far as it is loaded.
 */
export function defaultValueOf(
  contract: Contract,
  name: string,
  fields: Fields,
  given: (name: string) => unknown,
  referenced?: DefaultContext['referenced'],
): unknown {
  const field = fields[name];
  if (!field || !isPickable(contract, field)) return null;
  const from = startContext();
  const context = referenced ? { caller: from.caller, now: from.now, zone: from.zone, referenced } : from;
  const value = resolveDefault(fields, name, given, context);
  // Left out of the body, it gets the value of the other record on the server, even if the caller may not read that.
  if (value === null && !referenced && isFromReference(field.default)) return undefined;
  return value ?? kinds[field.kind].blank;
}

/**
 * The initial values of a form with these fields.
 * @param given Given values, by source.
 * @param all All fields of the record.
 */
export function defaultValues(
  contract: Contract,
  fields: Fields,
  given: FormValues = {},
  all: Fields = fields,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const whole = { ...all, ...fields };
  const givenOf = (name: string) => valueAt(given, readPathOf(name, whole[name] ?? { kind: 'text', label: noLabel }));
  for (const [name, field] of Object.entries(fields))
    set(values, readPathOf(name, field), defaultValueOf(contract, name, whole, givenOf));
  for (const [source, value] of Object.entries(given)) set(values, source, value);
  return values;
}
const noLabel = { en: '', zh: '' };
