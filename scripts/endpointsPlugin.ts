import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import type { Endpoint } from '../contract/endpoints/endpoint.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'contract/endpoints/').replaceAll('\\', '/');
const indexFile = `${folder}index.ts`;

type Endpoints = Readonly<Record<string, Endpoint>>;

const readEndpoints = async (): Promise<Endpoints> =>
  (await runnerImport<{ endpoints: Endpoints }>(indexFile, { root, logLevel: 'error' })).module.endpoints;

let reading: Promise<Endpoints> | undefined;

/** What the console reads of every endpoint. A scope of its own is named by the label in the form of a token. */
const outlineOf = ({ method, path, group, roles, scope, label }: Endpoint) => ({
  method,
  path,
  group,
  roles,
  ...(scope !== undefined && { scope }),
  ...(typeof scope === 'string' && { label }),
});

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;

/** The calls in a module. */
const callsIn = (node: SyntaxNode): readonly SyntaxNode[] => [
  ...(node.type === 'CallExpression' ? [node] : []),
  ...Object.values(node).flat().filter(isNode).flatMap(callsIn),
];

/** Tells the bundler that each call only makes a part of a declaration, so that it may leave out what nobody reads. */
function markPure(code: string, syntax: SyntaxNode): string {
  let marked = code;
  const starts = [...new Set(callsIn(syntax).map(({ start }) => start))].sort((one, other) => other - one);
  for (const start of starts) marked = `${marked.slice(0, start)}/* @__PURE__ */ ${marked.slice(start)}`;
  return marked;
}

/**
 * Divides the endpoints in the built console as declarationsPlugin.ts divides the entities: its first script has an
 * outline of each (contract/endpoints/index.ts), and a dialog loads the bodies that it reads with itself.
 */
export const endpointsPlugin = (): Plugin => ({
  name: 'endpoints',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    if (id !== indexFile) return null;
    // A build bundles twice (vite.config.ts).
    reading ??= readEndpoints();
    const outlines = Object.entries(await reading).map(([name, endpoint]) => [name, outlineOf(endpoint)]);
    return {
      code: `
        export const endpoints = ${JSON.stringify(Object.fromEntries(outlines))};
        export const endpointNamed = (name) => endpoints[name];`,
      moduleType: 'js',
      moduleSideEffects: false,
    };
  },
  transform: {
    order: 'post',
    handler(code, id) {
      if (!id.startsWith(folder) || id === indexFile) return null;
      return { code: markPure(code, this.parse(code) as SyntaxNode), map: null };
    },
  },
});
