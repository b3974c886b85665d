import { readdirSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync } from 'vite';

/** An interface of contract/schema: its file, its own properties, and the types that it and its properties refer to. */
export interface Interface {
  readonly file: string;
  readonly words: readonly string[];
  readonly names: readonly string[];
}

const folder = 'contract/schema';

/** The names of all types in a part of a syntax tree. */
function typeNamesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(typeNamesIn);
  if (typeof part !== 'object' || part === null) return [];
  const node = part as ESTree.Node;
  const own = node.type === 'TSTypeReference' && node.typeName.type === 'Identifier' ? [node.typeName.name] : [];
  const extended =
    node.type === 'TSInterfaceHeritage' && node.expression.type === 'Identifier' ? [node.expression.name] : [];
  return [...own, ...extended, ...Object.values(part).flatMap(typeNamesIn)];
}

const wordOf = (member: ESTree.TSSignature): string[] =>
  member.type === 'TSPropertySignature' && member.key.type === 'Identifier' ? [member.key.name] : [];

const declared = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const file = `${folder}/${name}`;
    const { program } = parseSync(file, readFileSync(file, 'utf8'));
    return program.body.map((node) => ({ file, node: ('declaration' in node && node.declaration) || node }));
  });

/** The interfaces of contract/schema by name. */
export const interfaces: ReadonlyMap<string, Interface> = new Map(
  declared.flatMap(({ file, node }) =>
    node.type === 'TSInterfaceDeclaration'
      ? [[node.id.name, { file, words: node.body.body.flatMap(wordOf), names: typeNamesIn([node.extends, node.body]) }]]
      : [],
  ),
);

const aliases: ReadonlyMap<string, readonly string[]> = new Map(
  declared.flatMap(({ node }) =>
    node.type === 'TSTypeAliasDeclaration' ? [[node.id.name, typeNamesIn(node.typeAnnotation)]] : [],
  ),
);

/** The properties of an interface, without inherited ones. */
export function wordsOf(name: string): readonly string[] {
  const found = interfaces.get(name);
  if (!found) throw new Error(`${folder} has no interface ${name}`);
  return found.words;
}

/** The interfaces that make up a type, including itself, with aliases resolved. */
export function interfacesIn(name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const inside = interfaces.get(name)?.names ?? aliases.get(name) ?? [];
  return [...(interfaces.has(name) ? [name] : []), ...inside.flatMap((one) => interfacesIn(one, seen))];
}
