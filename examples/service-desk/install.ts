import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase } from '../../contract/checks/support/mistake.ts';
import { addToRegistry } from '../../scripts/newResource.ts';

/** A part of the service desk: its entities in the order of the registry, and those with rules in code. */
interface ExamplePart {
  readonly entities: readonly string[];
  readonly withRules?: readonly string[];
}

/** The parts by the names of their folders. */
const parts = {
  tickets: { entities: ['ticket', 'ticket_team'] },
  assets: { entities: ['asset', 'asset_visit', 'service_contract'], withRules: ['service_contract'] },
  quotes: { entities: ['quote', 'quote_line'] },
  seats: { entities: ['seating', 'seat'] },
  trainings: { entities: ['training', 'training_booking'] },
  prices: { entities: ['price', 'offer'] },
  surveys: { entities: ['site_survey', 'survey_finding', 'survey_note'], withRules: ['site_survey'] },
} satisfies Readonly<Record<string, ExamplePart>>;

export type PartName = keyof typeof parts;

function change(path: string, work: (text: string) => string): void {
  writeFileSync(path, work(readFileSync(path, 'utf8')));
}

/** Copies a file of a part and adapts its imports to the new folder. */
function copyFile(from: string, to: string, imports: readonly (readonly [string, string])[]): void {
  const text = readFileSync(join(import.meta.dirname, from), 'utf8');
  writeFileSync(
    to,
    imports.reduce((before, [old, fresh]) => before.replaceAll(`from '${old}`, `from '${fresh}`), text),
  );
}

/** The replaced beginnings of imports in a file with rules, as seen from `server/domain`. */
const importsOfRules = [
  ['./', '../../contract/entities/'],
  ['../../../contract/', '../../contract/'],
  ['../../../server/domain/', './'],
  ['../../../server/', '../'],
] as const;

/** Registers the rules of an entity in `server/domain/index.ts`. */
const registerRules = (tree: string, entity: string): void =>
  change(join(tree, 'server/domain/index.ts'), (text) =>
    text
      .replace(
        'import { project }',
        `import { ${camelCase(entity)} } from './${camelCase(entity)}.ts';\nimport { project }`,
      )
      .replace('\n  session,', `\n  ${entity}: ${camelCase(entity)},\n  session,`),
  );

/**
 * Adds a part of the service desk to a copy of this tree as a developer would: the declarations to `contract/entities`,
 * their lines to `contract/index.ts`, and rules to `server/domain`. `npm run migration` creates the tables.
 */
export function installPart(tree: string, name: PartName): void {
  const { entities, withRules = [] }: ExamplePart = parts[name];
  for (const entity of entities) {
    const file = `${camelCase(entity)}.ts`;
    copyFile(`${name}/${file}`, join(tree, 'contract/entities', file), [['../../../contract/', '../']]);
  }
  change(join(tree, 'contract/index.ts'), (text) => entities.reduce(addToRegistry, text));
  for (const entity of withRules) {
    const file = camelCase(entity);
    copyFile(`${name}/${file}Rules.ts`, join(tree, 'server/domain', `${file}.ts`), importsOfRules);
    registerRules(tree, entity);
  }
}
