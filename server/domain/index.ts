import type { Entity } from '../../contract/entity.ts';
import { entities } from '../../contract/index.ts';
import { camelCase } from '../../contract/registry/mistake.ts';
import { ruleFiles } from './ruleFiles.ts';
import { mistakesInRules } from './ruleMistakes.ts';
import type { Rules } from './rules.ts';

const named = entities.map(({ name }) => [name, camelCase(name)] as const);

/** The rules of each entity that has a file of its name, undefined where that has none under it; all else is declared. */
const ruleBook: Readonly<Record<string, Rules | undefined>> = Object.fromEntries(
  named.flatMap(([name, own]) => {
    const file = ruleFiles[own];
    return file ? [[name, file[own] as Rules | undefined]] : [];
  }),
);

/** The rules of an entity, without the type of its rows: `server/resource` knows rows by declaration alone. */
export const rulesOf = (entity: string): Rules => ruleBook[entity] ?? {};

/** Holds the rules and the declarations together. In: all of them. Throws one error that lists every mistake. */
export function checkRules(entities: readonly Entity[]): void {
  const mistakes = mistakesInRules(entities, ruleBook);
  if (mistakes.length > 0) throw new Error(`the rules in server/domain have mistakes:\n  ${mistakes.join('\n  ')}`);
}
