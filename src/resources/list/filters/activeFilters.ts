import { type FilterParameter, parametersOfFilter } from '../../../../contract/lists/filters.ts';
import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import type { ScreenDeclaration } from '../../../../contract/schema/screen.ts';
import { translate } from '../../../i18n/text.ts';
import { kindViews } from '../../kinds/index.ts';
import { labelOf } from '../../values/Cell.tsx';
import { filterField, filterFields, parameterNamed } from './filterFields.ts';

/** The filter values of a list, by the names that react-admin uses. */
export type FilterValues = Readonly<Record<string, unknown>>;

/** How a filter is edited: a choice, a picker, typed text, a calendar, or not at all if only a link can set it. */
type FilterEditorKind = 'choice' | 'picked' | 'typed' | 'range' | 'given';

export interface ListFilter {
  readonly name: string;
  readonly label: string;
  readonly field: Field | undefined;
  readonly editor: FilterEditorKind;
  /** The names of its values; without values, the filter is inactive. */
  readonly keys: readonly string[];
  /** The parameters of a declared filter. */
  readonly parameters: readonly FilterParameter[];
}

/** The name of the date range among the filters. */
const rangeName = 'range';
/** The number of choice filters that fit next to the search and the range; others are added on demand. */
const maxPermanent = 2;

function editorKindOf(field: Field): FilterEditorKind {
  const { filter } = kindViews[field.kind];
  if (filter === 'choice') return 'choice';
  return filter === 'typed' ? 'typed' : 'picked';
}

function declaredFilter(entity: Entity, name: string, field: Field): ListFilter {
  const parameters = parametersOfFilter(entity, name);
  const keys = parameters.map((one) => one.name);
  return { name, field, label: translate(field.label), editor: editorKindOf(field), keys, parameters };
}

/** The filters that a role can set in a screen, in declared order, the range last. */
export function offeredFilters(entity: Entity, screen: ScreenDeclaration, role: Role): ListFilter[] {
  const { range } = entity.list;
  const fields = Object.entries(filterFields(entity, screen, role)).map(([name, field]) =>
    declaredFilter(entity, name, field),
  );
  if (!range) return fields;
  const keys = ['start_at', 'end_at'];
  const field = fieldOf(entity, range);
  return [...fields, { name: rangeName, label: labelOf(entity, range), field, editor: 'range', keys, parameters: [] }];
}

export const isFilterActive = ({ keys }: ListFilter, values: FilterValues): boolean =>
  keys.some((key) => values[key] !== undefined);

/** The value of a filter, under whichever of its names. */
export const filterValue = ({ keys }: ListFilter, values: FilterValues): unknown =>
  keys.map((key) => values[key]).find((one) => one !== undefined);

/** Filters that the user cannot set: a link has set them. */
function filtersFromLink(entity: Entity, offered: readonly ListFilter[], values: FilterValues): ListFilter[] {
  const known = new Set(['search', ...offered.flatMap(({ keys }) => keys)]);
  const names = Object.keys(values).filter((name) => !known.has(name));
  const given = new Set(names.map((name) => parameterNamed(entity, name)?.filter ?? name));
  return [...given].map((name): ListFilter => {
    const field = filterField(entity, name);
    if (field && parametersOfFilter(entity, name).some((one) => names.includes(one.name)))
      return { ...declaredFilter(entity, name, field), editor: 'given' };
    return { name, field, label: field ? translate(field.label) : name, editor: 'given', keys: [name], parameters: [] };
  });
}

/** The filters that stay in the bar without a value: the first choices and the range, or all if they are few. */
function permanentFilters(offered: readonly ListFilter[]): readonly ListFilter[] {
  if (offered.length <= maxPermanent) return offered;
  const choices = offered.filter(({ editor }) => editor === 'choice').slice(0, maxPermanent);
  return offered.filter((one) => choices.includes(one) || one.editor === 'range');
}

/** The filters of a list: those in its bar, the permanent ones among them, and those that can be added. */
export function barFilters(
  entity: Entity,
  screen: ScreenDeclaration,
  role: Role,
  values: FilterValues,
  added: FilterValues,
) {
  const offered = offeredFilters(entity, screen, role);
  const permanent = permanentFilters(offered);
  const isShown = (one: ListFilter) =>
    permanent.includes(one) || isFilterActive(one, values) || added[one.name] === true;
  return {
    permanent,
    shown: [...offered.filter(isShown), ...filtersFromLink(entity, offered, values)],
    addable: offered.filter((one) => !isShown(one)),
  };
}
