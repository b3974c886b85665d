import type { Label } from '../messages/label.ts';
import type { Entity } from '../schema/entity.ts';
import type { ScreenDeclaration } from '../schema/screen.ts';

type Values = Readonly<Record<string, unknown>>;

/** True if the screen's list includes the record; undefined if its filter depends on unknown values of the record. */
export function screenListsRecord({ only = {} }: Pick<ScreenDeclaration, 'only'>, record: Values): boolean | undefined {
  const results = Object.entries(only).map(([name, wanted]) =>
    record[name] === undefined ? undefined : [wanted].flat().some((one) => one === record[name]),
  );
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

/** True if at least one value of the record is among those of the screen's list, and no known value is not. */
export const screenNamesRecord = (screen: Pick<ScreenDeclaration, 'only'>, record: Values): boolean =>
  screenListsRecord(screen, record) !== false && Object.keys(screen.only ?? {}).some((name) => name in record);

/**
 * The noun for a record: that of the screen whose list includes it, as far as it is known; otherwise the entity's label.
 * @param record The known part of the record, such as what a screen presets for a new one.
 */
export const recordNoun = ({ label, screens = [] }: Pick<Entity, 'label' | 'screens'>, record: Values = {}): Label =>
  screens.find((screen) => screen.noun && screenNamesRecord(screen, record))?.noun ?? label;

/** The noun for several records: their common noun if they have one, otherwise the entity's label. */
export function recordsNoun(entity: Pick<Entity, 'label' | 'screens'>, records: readonly Values[]): Label {
  const [first, ...others] = new Set(records.map((record) => recordNoun(entity, record)));
  return first && others.length === 0 ? first : entity.label;
}
