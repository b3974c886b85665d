import { referencedLabel } from '../../../contract/createContract.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { referenceName } from '../../../contract/relations/title.ts';
import { type Contract, type Entity, fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { valueText } from '../../../contract/values/valueText.ts';
import { language } from '../../i18n/language.ts';
import { dash, dateTimeText } from './format.ts';

type Values = Readonly<Record<string, unknown>>;

/** The text of a record of an entity, where the console has another one than its title. */
export type Represent = (entity: string, record: Values) => string | null | undefined;

const byTitle: Represent = () => undefined;

/** The names of the records that a field references, as far as the answer embeds them. */
function namesOf(
  contract: Contract,
  field: Field,
  name: string,
  record: Values,
  represent: Represent,
): (string | undefined)[] {
  const to = field.to ?? field.items?.to;
  if (to === undefined) return [];
  const embedded: unknown[] = [valueAt(record, field.as ?? name)].flat();
  return embedded.map((one) =>
    typeof one === 'object' && one !== null
      ? (represent(to, one as Values) ?? referenceName(contract.entity(to), one, language()))
      : undefined,
  );
}

/** The embedded product of a quantity, which determines its unit. */
const embeddedProduct = ({ unitOf }: Field, record: Values): unknown =>
  unitOf === undefined ? undefined : (valueAt(record, unitOf) ?? null);

/**
 * A value of the record inside a sentence, by the kind of its field; a name that is no field has its plain value.
 * @param represent the text of a referenced record, if it is not called by its title
 */
export function recordValueText(
  entity: Entity,
  name: string,
  record: Values,
  isBare = false,
  represent: Represent = byTitle,
): string {
  const field = fieldOf(entity, name);
  if (!field) return String(record[name] ?? dash);
  const { currency = '' } = field.items ?? field;
  const code = fieldOf(entity, currency);
  return valueText(valueAt(record, readPathOf(name, field)), field, {
    language: language(),
    currency: code && valueAt(record, readPathOf(currency, code)),
    product: embeddedProduct(field.items ?? field, record),
    titles: namesOf(entity.contract, field, name, record, represent),
    noun: referencedLabel(entity.contract, field),
    isBare,
    moment: dateTimeText,
  });
}
