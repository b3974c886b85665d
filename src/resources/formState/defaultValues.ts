import { set } from 'react-hook-form';
import { answeredRecord, conditionHolds } from '../../../contract/conditions/evaluate.ts';
import { entityNamed } from '../../../contract/index.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { type StartingFrom, startOf } from '../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { readSession } from '../../authProvider/session.ts';
import type { FormValues } from './contractResolver.ts';

/** Here and now, and for whoever is signed in; the zone, which the browser is slow to find, is asked for where it counts. */
const startContext = (): StartingFrom => ({
  caller: currentCaller(),
  now: new Date(),
  get zone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
});

/** May the caller be picked there themselves, as far as the session knows? */
function isPickable({ kind, to, where, default: start }: Field): boolean {
  if (kind !== 'reference' || !where || typeof start !== 'object') return true;
  const user = to === 'user' ? readSession()?.user : undefined;
  return !user || conditionHolds(entityNamed('user'), where, answeredRecord({ ...user }), currentCaller()) !== false;
}

/**
 * What an input of a new record begins with: a switch shows no, and sends the no that it shows. In: the field's name, all
 * fields of the record, and the value of another field (undefined where the form has none).
 */
export function defaultValueOf(name: string, fields: Fields, given: (name: string) => unknown): unknown {
  const field = fields[name];
  if (!field || !isPickable(field)) return null;
  return startOf(fields, name, given, startContext()) ?? kinds[field.kind].blank;
}

/** The values that a form over these fields begins with. In: what is given, by source, and all fields of the record. */
export function defaultValues(fields: Fields, given: FormValues = {}, all: Fields = fields): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const whole = { ...all, ...fields };
  const givenOf = (name: string) => valueAt(given, readPathOf(name, whole[name] ?? { kind: 'text', label: noLabel }));
  for (const [name, field] of Object.entries(fields))
    set(values, readPathOf(name, field), defaultValueOf(name, whole, givenOf));
  for (const [source, value] of Object.entries(given)) set(values, source, value);
  return values;
}
const noLabel = { en: '', zh: '' };
