import type { Label } from '../messages/label.ts';
import type { Entity } from '../schema/entity.ts';
import type { ScreenDeclaration } from '../schema/screen.ts';

type Values = Readonly<Record<string, unknown>>;

/** Does the screen's list hold the record? Undefined where it is narrowed by what is not known of the record. */
export function screenListsRecord({ only = {} }: Pick<ScreenDeclaration, 'only'>, record: Values): boolean | undefined {
  const verdicts = Object.entries(only).map(([name, wanted]) =>
    record[name] === undefined ? undefined : [wanted].flat().some((one) => one === record[name]),
  );
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

/**
 * What one record is called: by the screen whose list holds it and that has a noun, and else as the entity says. In: as much
 * of the record as is known, such as what a new one starts with.
 */
export const recordNoun = ({ label, screens = [] }: Pick<Entity, 'label' | 'screens'>, record: Values = {}): Label =>
  screens.find((screen) => screen.noun && screenListsRecord(screen, record))?.noun ?? label;

/** What several records are called: as one of them where they are all called the same, and else as the entity says. */
export function recordsNoun(entity: Pick<Entity, 'label' | 'screens'>, records: readonly Values[]): Label {
  const [first, ...others] = new Set(records.map((record) => recordNoun(entity, record)));
  return first && others.length === 0 ? first : entity.label;
}
