import { readFileSync } from 'node:fs';
import { camelCase, fileOf } from '../contract/checks/support/mistake.ts';
import { untranslated } from '../contract/checks/support/untranslatedLabels.ts';
import { type DeclaredLabel, type GivenLabel, partsOf, type WantedField } from './resourceFields.ts';

/** The names that a new resource must not have. */
export interface ExistingNames {
  /** Reserved words, which cannot name a table or a constant. */
  readonly reserved: ReadonlySet<string>;
  /** Names of entities, tables, paths and screens. */
  readonly names: ReadonlySet<string>;
  /** Existing files in lower case, because some file systems ignore case. */
  readonly files: ReadonlySet<string>;
}

/** Words that cannot name a constant of a module, and names that the generated file and the registry use themselves. */
export const reservedIdentifiers: readonly string[] = [
  ...'await break case catch class const continue debugger default delete do else enum export extends false'.split(' '),
  ...'finally for function if implements import in instanceof interface let new null package private'.split(' '),
  ...'protected public return static super switch this throw true try typeof var void while with yield'.split(' '),
  ...'arguments constructor eval undefined text everything registry contract'.split(' '),
  'define_entity',
  'entity_named',
];

const longest = 40;

/** Why a resource cannot have this name, in one sentence; undefined if it can. */
export function refusalOf(name: string, existing: ExistingNames): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(name) || name.length > longest) {
    return `A name has small letters, digits and underscores, begins with a letter and is at most ${longest} long`;
  }
  if (existing.reserved.has(name)) return `"${name}" is a reserved word; take another name`;
  if (existing.names.has(name)) return `"${name}" is the name of something else already; take another name`;
  if (existing.files.has(fileOf(name).toLowerCase())) return `${fileOf(name)} exists already`;
  return undefined;
}

const plural = (word: string): string => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
};
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * The declaration that a new resource starts with.
 * @param name A name that was not refused.
 * @param fields its fields; without any it has a name
 * @param labels the label of the resource as far as it is given, and where labels of declared fields are found
 */
export function declarationOf(
  name: string,
  fields: readonly WantedField[] = [],
  { label, declared }: { readonly label?: GivenLabel | undefined; readonly declared?: DeclaredLabel } = {},
): string {
  const words = name.split('_').filter(Boolean).join(' ');
  const parts = partsOf(fields, declared);
  const one = label?.en ?? capital(words);
  const chinese = label?.zh ?? untranslated(one);
  const values: Readonly<Record<string, string>> = {
    sampleImports: parts.imports.map((line) => `${line}\n`).join(''),
    sampleKinds: parts.kinds.join(', '),
    sampleTitle: parts.title,
    sampleFields: parts.lines.join('\n    '),
    sampleColumns: quoted(parts.columns),
    sampleFilters: quoted(parts.filters),
    sampleSearch: quoted(parts.search),
    sample_name: name,
    sampleName: camelCase(name),
    sampleOne: one,
    sampleMany: plural(one),
    sampleChinese: chinese,
  };
  const template = readFileSync(new URL('./resource.template.txt', import.meta.url), 'utf8');
  return template.replace(
    /sample(_name|Name|One|Many|Chinese|Imports|Kinds|Title|Fields|Columns|Filters|Search)/g,
    (word) => values[word] ?? word,
  );
}

/**
 * Adds an entity to the registry: its import before the others, its line after them.
 * @throws If the text is not a registry.
 */
export function addToRegistry(index: string, name: string): string {
  const constant = camelCase(name);
  const line = constant === name ? `  ${name},\n` : `  ${name}: ${constant},\n`;
  const found = index.split('} as const;');
  const [head, tail] = found;
  if (found.length !== 2) throw new Error('contract/index.ts has no registry that ends with "} as const;"');
  return `import { ${constant} } from './entities/${constant}.ts';\n${head}${line}} as const;${tail}`;
}
