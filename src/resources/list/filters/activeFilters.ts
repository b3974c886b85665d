import { type FilterParameter, parametersOfFilter } from '../../../../contract/lists/filters.ts';
import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import type { ScreenDeclaration } from '../../../../contract/schema/screen.ts';
import { translate } from '../../../i18n/text.ts';
import { kindViews } from '../../kinds/index.ts';
import { labelOf } from '../../values/Cell.tsx';
import { filterField, filterFields, parameterNamed } from './filterFields.ts';

/** What narrows a list, by the names under which react-admin keeps it. */
export type Filters = Readonly<Record<string, unknown>>;

/** How a filter is edited: among choices, in a picker, typed, in a calendar; or not at all, when only a link can bring it. */
type Editor = 'choice' | 'picked' | 'typed' | 'range' | 'given';

/** A filter that a list has. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  readonly field: Field | undefined;
  readonly editor: Editor;
  /** What it is kept under; empty, it narrows nothing. */
  readonly keys: readonly string[];
  /** How each of these narrows, where a declared filter has them. */
  readonly parameters: readonly FilterParameter[];
}

/** The name under which the range stands among the filters. */
const rangeName = 'range';
/** So many choices have room beside the search and the range; other filters are added when they are wanted. */
const most = 2;

function editorOf(field: Field): Editor {
  const { filter } = kindViews[field.kind];
  if (filter === 'choice') return 'choice';
  return filter === 'typed' ? 'typed' : 'picked';
}

function declared(entity: Entity, name: string, field: Field): ListFilter {
  const parameters = parametersOfFilter(entity, name);
  const keys = parameters.map((one) => one.name);
  return { name, field, label: translate(field.label), editor: editorOf(field), keys, parameters };
}

/** The filters that a role can set in a screen, in the order of the declaration, the range last. */
export function offeredFilters(entity: Entity, screen: ScreenDeclaration, role: Role): ListFilter[] {
  const { range } = entity.list;
  const fields = Object.entries(filterFields(entity, screen, role)).map(([name, field]) =>
    declared(entity, name, field),
  );
  if (!range) return fields;
  const keys = ['start_at', 'end_at'];
  const field = fieldOf(entity, range);
  return [...fields, { name: rangeName, label: labelOf(entity, range), field, editor: 'range', keys, parameters: [] }];
}

/** Does the filter narrow the list? */
export const isOn = ({ keys }: ListFilter, values: Filters): boolean => keys.some((key) => values[key] !== undefined);

/** What a filter narrows to, under whichever of its names. */
export const narrowedTo = ({ keys }: ListFilter, values: Filters): unknown =>
  keys.map((key) => values[key]).find((one) => one !== undefined);

/** Filters that stand there although nobody can set them: they came by a link. */
function givenFilters(entity: Entity, offered: readonly ListFilter[], values: Filters): ListFilter[] {
  const known = new Set(['search', ...offered.flatMap(({ keys }) => keys)]);
  const names = Object.keys(values).filter((name) => !known.has(name));
  const given = new Set(names.map((name) => parameterNamed(entity, name)?.filter ?? name));
  return [...given].map((name): ListFilter => {
    const field = filterField(entity, name);
    if (field && parametersOfFilter(entity, name).some((one) => names.includes(one.name)))
      return { ...declared(entity, name, field), editor: 'given' };
    return { name, field, label: field ? translate(field.label) : name, editor: 'given', keys: [name], parameters: [] };
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
