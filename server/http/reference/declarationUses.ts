import { inspect } from 'node:util';
import type { Contract, Entity } from '../../../contract/schema/entity.ts';

/** Where this product uses a word of a declaration. */
export interface WordUse {
  /** The names of the entities that use it. */
  readonly entities: readonly string[];
  /** The shortest value, as it is written in a declaration, and the entity that has it. */
  readonly example: { readonly entity: string; readonly text: string } | undefined;
}

type Words = Readonly<Record<string, unknown>>;

const wordsOf = (value: unknown): Words => (typeof value === 'object' && value !== null ? (value as Words) : {});
const each = (values: unknown): readonly Words[] => Object.values(wordsOf(values)).map(wordsOf);
const fieldsOf = ({ fields }: Entity): readonly Words[] => each(fields);
/** The kinds of an entity's fields, each with the name of a field. */
const kindsOf = ({ fields }: Entity): readonly Words[] =>
  Object.entries(fields).map(([name, { kind }]) => ({ [kind]: name }));

/** Which words of an entity each page of the reference explains. */
const explained: Readonly<Record<string, (entity: Entity) => readonly Words[]>> = {
  entity: (entity) => [wordsOf(entity)],
  fields: fieldsOf,
  defaults: fieldsOf,
  files: fieldsOf,
  kinds: kindsOf,
  list: ({ list }) => [wordsOf(list)],
  lifecycle: ({ lifecycle }) => [wordsOf(lifecycle), ...each(lifecycle?.transitions)],
  actions: ({ actions }) => each(actions),
  children: ({ children }) => each(children),
  'embedded-lists': ({ embeddedIn }) => each(embeddedIn),
  detail: ({ detail }) => [wordsOf(detail), ...each(wordsOf(detail)['tabs'])],
  metrics: ({ metrics, charts }) => [...each(metrics), ...each(charts)],
  notices: ({ notices }) => each(notices),
  queue: ({ queue }) => each(queue),
  rules: ({ rules }) => each(rules),
  screens: ({ screens }) => each(screens),
  timeline: ({ timeline }) => [wordsOf(timeline)],
};

/** Words whose values are no example: the records of a demo, and the whole fields of an entity. */
const withoutExample: ReadonlySet<string> = new Set(['samples', 'fields', 'contract', 'access']);
const longestExample = 140;

const literal = (value: unknown): string =>
  inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY, compact: true, maxStringLength: 120 });

/** How a word is written with its value; on the page of kinds the value is the name of a field. */
const written = (page: string, word: string, value: unknown): string =>
  page === 'kinds' ? String(value) : `${word}: ${literal(value)}`;

/** A declaration has data; what was compiled from it, such as maps and functions, is no part of the text. */
const isData = (value: unknown): boolean => {
  if (value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object') return true;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  return Object.values(value).every((one) => one === undefined || isData(one));
};

/**
 * Where the product that runs uses the words that a page explains.
 * @param page the name of the page, such as `list`
 * @returns each used word; none if the page explains words of another place, such as those of a role
 */
export function wordUses({ entities }: Contract, page: string): ReadonlyMap<string, WordUse> {
  const found = new Map<string, { readonly entities: Set<string>; example: WordUse['example'] }>();
  for (const entity of entities)
    for (const [word, value] of (explained[page]?.(entity) ?? []).flatMap((words) => Object.entries(words))) {
      if (!isData(value)) continue;
      const use = found.get(word) ?? { entities: new Set<string>(), example: undefined };
      found.set(word, use);
      use.entities.add(entity.name);
      const text = withoutExample.has(word) ? undefined : written(page, word, value);
      if (text === undefined || text.length > longestExample) continue;
      if (use.example === undefined || text.length < use.example.text.length)
        use.example = { entity: entity.name, text };
    }
  return new Map(
    [...found].map(([word, use]) => [word, { entities: [...use.entities], example: use.example }] as const),
  );
}
