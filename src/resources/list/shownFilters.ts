import type { Role } from '../../../contract/access.ts';
import { allOf, type Entity, fieldOf, type ScreenDeclaration } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/field.ts';
import { translate } from '../../i18n/text.ts';
import { labelOf } from '../cells.tsx';
import { filterField, filterFields } from './filterFields.ts';

/** What narrows a list, by the names under which react-admin keeps it. */
export type Filters = Readonly<Record<string, unknown>>;

/** How a filter is edited: among choices, in a picker, in a calendar; or not at all, when only a link can bring it. */
type Editor = 'choice' | 'picked' | 'range' | 'given';

/** A filter that a list has. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  readonly field: Field | undefined;
  readonly editor: Editor;
  /** What it is kept under; empty, it narrows nothing. */
  readonly keys: readonly string[];
}

/** The name under which the range stands among the filters. */
const rangeName = 'range';
/** So many choices have room beside the search and the range; other filters are added when they are wanted. */
const most = 2;

const declared = (name: string, field: Field): ListFilter => ({
  ...{ name, field, label: translate(field.label) },
  editor: field.kind === 'choice' || field.kind === 'boolean' ? 'choice' : 'picked',
  keys: field.joined ? [name, allOf(name)] : [name],
});

/** The filters that a role can set in a screen, in the order of the declaration, the range last. */
export function offeredFilters(entity: Entity, screen: ScreenDeclaration, role: Role): ListFilter[] {
  const { range } = entity.list;
  const fields = Object.entries(filterFields(entity, screen, role)).map(([name, field]) => declared(name, field));
  if (!range) return fields;
  const keys = ['start_at', 'end_at'];
  const field = fieldOf(entity, range);
  return [...fields, { name: rangeName, label: labelOf(entity, range), field, editor: 'range', keys }];
}

/** Does the filter narrow the list? */
export const isOn = ({ keys }: ListFilter, values: Filters): boolean => keys.some((key) => values[key] !== undefined);

/** Filters that stand there although nobody can set them: they came by a link. */
function givenFilters(entity: Entity, offered: readonly ListFilter[], values: Filters): ListFilter[] {
  const known = new Set(['search', ...offered.flatMap(({ keys }) => keys)]);
  return Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => {
      const field = filterField(entity, name);
      return { name, field, label: field ? translate(field.label) : name, editor: 'given', keys: [name] };
    });
}

/** The filters that stay in the bar without a value: the first choices and the range, or all where they are few. */
function staying(offered: readonly ListFilter[]): readonly ListFilter[] {
  if (offered.length <= most) return offered;
  const choices = offered.filter(({ editor }) => editor === 'choice').slice(0, most);
  return offered.filter((one) => choices.includes(one) || one.editor === 'range');
}

/** The filters of a list: those that stand in its bar, those among them that stay there, and those that can be added. */
export function barFilters(entity: Entity, screen: ScreenDeclaration, role: Role, values: Filters, added: Filters) {
  const offered = offeredFilters(entity, screen, role);
  const stays = staying(offered);
  const stands = (one: ListFilter) => stays.includes(one) || isOn(one, values) || added[one.name] === true;
  return {
    stays,
    shown: [...offered.filter(stands), ...givenFilters(entity, offered, values)],
    addable: offered.filter((one) => !stands(one)),
  };
}
