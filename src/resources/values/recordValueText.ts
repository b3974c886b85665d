import { entityNamed, referencedLabel } from '../../../contract/index.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { titleOf } from '../../../contract/relations/title.ts';
import { type Entity, fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { valueText } from '../../../contract/values/valueText.ts';
import { language } from '../../i18n/language.ts';
import { dash, dateTimeText } from './format.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the records are called that a field refers to, as far as the answer embeds them. */
function titlesOf(field: Field, name: string, record: Values): (string | undefined)[] {
  const to = field.to ?? field.items?.to;
  if (to === undefined) return [];
  const embedded = [valueAt(record, field.as ?? name)].flat();
  return embedded.map((one) => (typeof one === 'object' ? titleOf(entityNamed(to), one) : undefined));
}

/** What a quantity is counted as: the product that the answer embeds. */
const embeddedProduct = ({ unitOf: countedAs }: Field, record: Values): unknown =>
  countedAs === undefined ? undefined : (valueAt(record, countedAs) ?? null);

/** A value of the record within a sentence, by the kind of its field; what is no field of it, as it is. */
export function recordValueText(entity: Entity, name: string, record: Values, isBare = false): string {
  const field = fieldOf(entity, name);
  if (!field) return String(record[name] ?? dash);
  const { currency = '' } = field.items ?? field;
  const code = fieldOf(entity, currency);
  return valueText(valueAt(record, readPathOf(name, field)), field, {
    language: language(),
    currency: code && valueAt(record, readPathOf(currency, code)),
    product: embeddedProduct(field.items ?? field, record),
    titles: titlesOf(field, name, record),
    noun: referencedLabel(field),
    isBare,
    moment: dateTimeText,
  });
}
