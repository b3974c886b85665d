import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findMistakes, unreadableParts } from '../../../contract/checks/index.ts';
import { withoutConsequences } from '../../../contract/checks/support/consequences.ts';
import { camelCase } from '../../../contract/checks/support/mistake.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { packageRoot } from '../../db/engine/packageRoot.ts';
import { ruleMistakes, rulesOf } from '../../domain/index.ts';
import { compileContract } from './resource.ts';

/** What the compilation of declarations without other mistakes refuses. */
function compilationMistakes(contract: Contract): string[] {
  try {
    compileContract(contract);
    return [];
  } catch (error) {
    return [`the declarations cannot be compiled: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/**
 * The mistakes between the rules in code and the declarations.
 * @param isBroken true if the declarations have mistakes, which may keep their rules from being checked
 */
function mistakesOfRules(contract: Contract, isBroken: boolean): string[] {
  try {
    return ruleMistakes(contract);
  } catch (error) {
    if (isBroken) return [];
    throw error;
  }
}

/**
 * Finds every mistake in the declarations and in their rules in code, without a database: the same for the migration,
 * `npm run check` and the start, so that nothing is written for declarations that the start would refuse.
 * @returns one sentence for each mistake, with its place and its correction
 */
export function declarationMistakes(contract: Contract): string[] {
  const unreadable = unreadableParts(contract);
  if (unreadable.length > 0) return unreadable;
  const declared = findMistakes(contract);
  const ofRules = mistakesOfRules(contract, declared.length > 0);
  // Those of the declarations are without consequences already, entity by entity.
  const alone = withoutConsequences([...declared, ...ofRules]);
  const mistakes = [...declared, ...ofRules.filter((one) => alone.includes(one))];
  return mistakes.length > 0 ? mistakes : compilationMistakes(contract);
}

/** The TypeScript files of a folder of the package and their texts; none where only the built server is installed. */
const sourcesIn = (root: string, folder: string): [path: string, text: string][] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
        .map((path) => [relative(root, path), readFileSync(path, 'utf8')])
    : [];

/**
 * Finds entities and rules in code that are declared in a file of the source tree and that no list names.
 * @param root the folder of the package
 */
export function unlistedFiles({ byName }: Contract, root: string = packageRoot): string[] {
  const entities = sourcesIn(root, 'contract/entities').flatMap(([path, text]) =>
    [...text.matchAll(/\bdefineEntity\(\{\s*name: '(\w+)'/g)]
      .filter(([, name = '']) => !byName.has(name))
      .map(([, name = '']) => {
        const line = camelCase(name) === name ? name : `${name}: ${camelCase(name)}`;
        return `${path}: the entity "${name}" is missing in contract/index.ts; import it there, and add ${line} to the registry`;
      }),
  );
  const rules = sourcesIn(root, 'server/domain').flatMap(([path, text]) =>
    [...text.matchAll(/\bexport const \w+: EntityRules<'(\w+)'>/g)]
      .filter(([, name = '']) => byName.has(name) && Object.keys(rulesOf(name)).length === 0)
      .map(
        ([, name]) =>
          `${path}: the rules of "${name}" are missing in server/domain/index.ts; import and name them there`,
      ),
  );
  return [...entities, ...rules];
}

function refuse(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new Error(`the declarations have mistakes:\n  ${mistakes.join('\n  ')}`);
}

/**
 * Checks the declarations of a contract and their rules before anything is read or written.
 * @throws one error that lists every mistake
 */
export const checkDeclarations = (contract: Contract): void => refuse(declarationMistakes(contract));

/**
 * Checks the declarations of this product, as `checkDeclarations` does, and that its lists name every declared file.
 * @throws one error that lists every mistake
 */
export const checkProductDeclarations = (contract: Contract): void => refuse(productMistakes(contract));

/** Every mistake in the declarations of this product and in the lists that name them, one sentence each. */
export const productMistakes = (contract: Contract): string[] => [
  ...unlistedFiles(contract),
  ...declarationMistakes(contract),
];
