import { boundOf, boundSigns, isNumberBound } from '../../../contract/conditions/bounds.ts';
import { requiredCondition, shownCondition } from '../../../contract/conditions/checkRules.ts';
import { childLimits } from '../../../contract/conditions/childLimits.ts';
import { isOpposite } from '../../../contract/conditions/condition.ts';
import { fieldChecks } from '../../../contract/conditions/fieldChecks.ts';
import { isFromRecord } from '../../../contract/conditions/fromRecord.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { fixedDefault } from '../../../contract/kinds/resolveDefault.ts';
import { messages } from '../../../contract/messages/catalogue.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { type Condition, hasRight, roles, type Scalar } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayWrite, writePathOf } from '../../../contract/schema/entity.ts';
import { isComputedDefault } from '../../../contract/schema/field/default.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { type FieldRule, overlapsOf } from '../../../contract/schema/rule.ts';
import { joinLabels, sentences } from './texts.ts';

/**
 * The rules between fields in the document: `if` and `then` where JSON Schema can say them, otherwise a sentence in the
 * description of the field.
 */

/** Kinds that a schema compares as a condition does. */
const comparedKinds: ReadonlySet<string> = new Set(['choice', 'boolean', 'reference', 'integer']);

const headOf = (name: string): string => name.split('.')[0] ?? '';

/** True if every role that may create records may set the field. */
function isSetByAll(entity: Entity, name: string): boolean {
  const head = entity.fields[headOf(name)];
  const creators = roles.filter((role) => hasRight(entity.access, 'create', role));
  return head !== undefined && creators.every((role) => mayWrite(head, role, 'create'));
}

/** A schema for the value at a path of a body. */
function schemaAt(path: string, schema: JsonSchema, isRequired: boolean): JsonSchema {
  const [head = '', ...rest] = path.split('.');
  const nested = () => ({ ...schemaAt(rest.join('.'), schema, isRequired), ...(isRequired && { type: 'object' }) });
  const inner = rest.length === 0 ? schema : nested();
  return { properties: { [head]: inner }, ...(isRequired && { required: [head] }) };
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** The values that a condition accepts; undefined if it does not name them. */
function acceptedValues(wanted: Condition[string]): Scalar[] | undefined {
  const values = [wanted].flat();
  return values.every(isScalar) ? (values as Scalar[]) : undefined;
}

/** One field of a condition as a schema of a new record's body; undefined if no schema can say it. */
function entrySchema(entity: Entity, name: string, wanted: Condition[string]): JsonSchema | undefined {
  const field = fieldOf(entity, name);
  const values = acceptedValues(wanted);
  if (!field || !values || !comparedKinds.has(field.kind) || isComputedDefault(field.default)) return undefined;
  if (field.readOnly || !isSetByAll(entity, name)) return undefined;
  const absent = name.includes('.') ? null : (fixedDefault(field) ?? null);
  return schemaAt(writePathOf(name, field), { enum: values }, !values.includes(absent));
}

/** A condition as a schema of a new record's body; undefined if no schema can say it. */
function conditionSchema(entity: Entity, condition: Condition): JsonSchema | undefined {
  const parts = Object.entries(condition).map(([name, wanted]) => {
    if (name !== 'anyOf') return entrySchema(entity, name, wanted);
    const any = (wanted as readonly Condition[]).map((one) => conditionSchema(entity, one));
    return any.includes(undefined) ? undefined : { anyOf: any };
  });
  if (parts.includes(undefined)) return undefined;
  return parts.length === 1 ? parts[0] : { allOf: parts };
}

const isEmptyCondition = (condition: Condition): boolean => Object.keys(condition).length === 0;

const filledSchema: JsonSchema = { not: { enum: [null, '', []] } };
const emptySchema: JsonSchema = { enum: [null, '', []] };

/** True if a body must give the field whenever the rule requires it: no default replaces it. */
function isNeededInBody(entity: Entity, rule: FieldRule): boolean {
  const field = fieldOf(entity, rule.field);
  return field !== undefined && !field.readOnly && field.default === undefined && isSetByAll(entity, rule.field);
}

/** Written as entries, since an object with a `then` would pass for a promise. */
const ifThen = (condition: JsonSchema, consequence: JsonSchema): JsonSchema =>
  Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ]);

/** The parts of a rule that a schema can say. */
function schemasOfRule(entity: Entity, rule: FieldRule): JsonSchema[] {
  const path = writePathOf(rule.field, fieldOf(entity, rule.field) as Field);
  const needed = requiredCondition(entity, rule);
  const when = needed && !isEmptyCondition(needed) ? conditionSchema(entity, needed) : undefined;
  const shown = rule.unlessShown === 'refused' ? conditionSchema(entity, shownCondition(entity, rule)) : undefined;
  return [
    ...(when && isNeededInBody(entity, rule) ? [ifThen(when, schemaAt(path, filledSchema, true))] : []),
    ...(shown && isSetByAll(entity, rule.field) ? [{ if: shown, else: schemaAt(path, emptySchema, false) }] : []),
  ];
}

/** The rules between the fields of a new record, as far as a schema can say them. */
export function conditionalRules(entity: Entity): JsonSchema {
  const rules = (entity.rules ?? []).flatMap((rule) => schemasOfRule(entity, rule));
  return rules.length > 0 ? { allOf: rules } : {};
}

const labelOf = (entity: Entity, name: string): Label => fieldOf(entity, name)?.label ?? { en: name, zh: name };

/** What a field is compared with, in words: `= 1002`, `≠ 1`, `>= 10000`. */
function comparisonText(wanted: Condition[string]): string {
  const isObject = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
  if (isObject && isOpposite(wanted))
    return comparisonText(wanted.not)
      .replace(/^= /, '≠ ')
      .replace(/^(?!≠ )/, 'not ');
  if (isFromRecord(wanted)) return `= ${wanted.fromRecord}`;
  if (!isObject || !isNumberBound(wanted)) return `= ${JSON.stringify(wanted)}`;
  const [side, bound] = boundOf(wanted);
  return `${boundSigns[side]} ${isFromRecord(bound) ? bound.fromRecord : String(bound)}`;
}

/** A condition in words: `category_id = 1002`. */
function conditionLabel(condition: Condition): Label {
  const parts = Object.entries(condition).map(([name, wanted]): Label => {
    const text = `${name} ${comparisonText(wanted)}`;
    if (name !== 'anyOf') return { en: text, zh: text };
    return joinLabels((wanted as readonly Condition[]).map(conditionLabel), { en: ' or ', zh: ' 或 ' });
  });
  return joinLabels(parts, { en: ' and ', zh: ' 且 ' });
}

/** A rule in sentences for the description of its field. */
function remarksOfRule(entity: Entity, rule: FieldRule): Label[] {
  const needed = requiredCondition(entity, rule);
  const shown = shownCondition(entity, rule);
  const remarks: Label[] = [];
  if (needed && !isEmptyCondition(needed)) {
    const when = conditionLabel(needed);
    remarks.push({ en: `Required if ${when.en}`, zh: `${when.zh} 时必填` });
  }
  if (rule.unlessShown && !isEmptyCondition(shown)) {
    const when = conditionLabel(shown);
    const dropped = { en: `Dropped unless ${when.en}`, zh: `除非 ${when.zh}，否则忽略` };
    const refused = { en: `Refused unless ${when.en}`, zh: `除非 ${when.zh}，否则拒绝` };
    remarks.push(rule.unlessShown === 'dropped' ? dropped : refused);
  }
  if (rule.after !== undefined) {
    const other = labelOf(entity, rule.after);
    remarks.push({ en: `Must be after “${other.en}” (${rule.after})`, zh: `须晚于“${other.zh}”（${rule.after}）` });
  }
  if (rule.distinct) {
    const { most, otherwise, with: others } = rule.distinct;
    const text = messages[otherwise];
    const names = others.join(', ');
    remarks.push({
      en: `${text.en.replace('{value}', String(most))} (with ${names})`,
      zh: `${text.zh.replace('{value}', String(most)).replace(/。$/, '')}（连同 ${names}）`,
    });
  }
  return remarks;
}

/** The checks and periods that are reported at a field, in sentences for its description. */
function remarksOfConstraints(entity: Entity, name: string): Label[] {
  const checks = fieldChecks(entity)
    .filter(({ names }) => names[0] === name)
    .flatMap(({ text, sentence }): Label[] =>
      sentence ? [{ en: `${text}: “${sentence.en}”`, zh: `${text}：“${sentence.zh}”` }] : [],
    );
  // A reader of the child may not know the numbers of its parent: the sentence is all that a refusal says.
  const limits = childLimits(entity)
    .filter(({ by }) => by === name)
    .flatMap(({ check: { sentence } }): Label[] =>
      sentence
        ? [{ en: `Beyond the limit of that record: “${sentence.en}”`, zh: `超出该记录的上限时：“${sentence.zh}”` }]
        : [],
    );
  const periods = overlapsOf(entity)
    .filter(({ from }) => from === name)
    .map(({ by = [], from, until, when }): Label => {
      const same = by.join(', ');
      const only = when && conditionLabel(when);
      return {
        en: `The period from ${from} until ${until} does not overlap that of another record${same && ` with the same ${same}`}${only ? `; this holds for records with ${only.en}` : ''}`,
        zh: `${from} 至 ${until} 的期间不得与${same && ` ${same} 相同的`}其他记录重叠${only ? `（仅限 ${only.zh} 的记录）` : ''}`,
      };
    });
  return [...checks, ...limits, ...periods];
}

/** True if the rule requires its field in every new record. */
const isAlwaysRequired = (entity: Entity, rule: FieldRule): boolean => {
  const needed = requiredCondition(entity, rule);
  return needed !== undefined && isEmptyCondition(needed) && isNeededInBody(entity, rule);
};

/** A field with the rules of its name, which may be a path into an object. */
function withOwnRules(entity: Entity, name: string, field: Field, operation: 'create' | 'edit'): Field {
  const rules = (entity.rules ?? []).filter((rule) => rule.field === name);
  const remarks = [...rules.flatMap((rule) => remarksOfRule(entity, rule)), ...remarksOfConstraints(entity, name)];
  const isRequired = operation === 'create' && rules.some((rule) => isAlwaysRequired(entity, rule));
  return {
    ...field,
    ...(isRequired && { required: true }),
    ...(remarks.length > 0 && { hint: sentences(...(field.hint ? [field.hint] : []), ...remarks) }),
  };
}

/**
 * A field of a body with the rules between fields in its hint. A field that rules require always is required, in an
 * object that is then required as well.
 */
export function withRules(entity: Entity, name: string, field: Field, operation: 'create' | 'edit'): Field {
  const own = withOwnRules(entity, name, field, operation);
  if (!own.fields) return own;
  const inner = Object.entries(own.fields).map(([key, one]): [string, Field] => [
    key,
    withOwnRules(entity, `${name}.${key}`, one, operation),
  ]);
  const isRequired = operation === 'create' && inner.some(([key, one]) => one.required && !own.fields?.[key]?.required);
  return { ...own, ...(isRequired && { required: true }), fields: Object.fromEntries(inner) };
}
