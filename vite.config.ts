import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { declarationsPlugin, isDeclaration } from './scripts/declarationsPlugin.ts';
import { endpointsPlugin } from './scripts/endpointsPlugin.ts';

const [brotli, gzip] = [promisify(brotliCompress), promisify(gzipCompress)];

/** Writes a .br and a .gz beside every text asset, so that the server never compresses. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle(options) {
    const folder = join(options.dir ?? 'dist', 'assets');
    const compress = async (file: string) => {
      const bytes = await readFile(join(folder, file));
      await writeFile(join(folder, `${file}.br`), await brotli(bytes));
      await writeFile(join(folder, `${file}.gz`), await gzip(bytes));
    };
    await Promise.all((await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name)).map(compress));
  },
});

const referenceLibrary = 'node_modules/@scalar/api-reference';

/**
 * Copies the library of the API reference (/docs/api) into the assets, in a folder with its version in the name: the
 * parts of the library find each other by their names, so they are not bundled again.
 */
const apiReference = (): Plugin => ({
  name: 'api-reference',
  apply: 'build',
  async writeBundle(options) {
    const { version } = JSON.parse(await readFile(join(referenceLibrary, 'package.json'), 'utf8'));
    const from = join(referenceLibrary, 'dist/browser');
    const to = join(options.dir ?? 'dist', 'assets', `api-reference-${version}`);
    await mkdir(join(to, 'chunks'), { recursive: true });
    const parts = (await readdir(join(from, 'chunks'))).filter((name) => name.endsWith('.js'));
    const copy = async (file: string) => {
      const text = (await readFile(join(from, file), 'utf8')).replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');
      await writeFile(join(to, file), text);
      await writeFile(join(to, `${file}.gz`), await gzip(text));
    };
    await Promise.all(['standalone.esm.js', ...parts.map((name) => join('chunks', name))].map(copy));
  },
});

/** Writes the styles of the page into it: a stylesheet of its own would keep the frame in it from being drawn. */
const stylesInPage = (): Plugin => ({
  name: 'styles-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
        const found = bundle[file];
        return found?.type === 'asset' ? `<style>${found.source}</style>` : link;
      }),
  },
});

/** Labels that no declaration gives need no rules of English plurals. */
const aliases = { inflection: join(import.meta.dirname, 'src/plainInflection.ts') };

const lazyExport = join(import.meta.dirname, 'src/dataProvider/files/jsonexport.ts');

/** react-admin's own exporter, which no screen of the product uses, is loaded when it is used. */
const exporterLater = (): Plugin => ({
  name: 'exporter-later',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'jsonexport/dist/index.js' && importer !== lazyExport ? lazyExport : undefined,
});

const atOnce = 125_000;
const pause = 'await new Promise((next) => setTimeout(next));\n';

/**
 * Lets the script of the first list be evaluated in pieces of so many characters: in one it would keep a slow machine busy
 * for 200 ms, and nothing else would be done meanwhile.
 */
const pauses = (): Plugin => ({
  name: 'pauses',
  apply: 'build',
  renderChunk(code, { name }) {
    if (name !== 'console') return null;
    const ends = this.parse(code).body.map(({ end }) => end);
    const places = ends.filter((end, at) => Math.floor(end / atOnce) > Math.floor((ends[at - 1] ?? 0) / atOnce));
    const pieces = [...places, code.length].map((end, at) => code.slice(places[at - 1] ?? 0, end));
    return { code: pieces.join(`\n${pause}`), map: null };
  },
});

/** The scripts of an open record. */
const recordPages = ['/src/resources/detail/record/RecordDrawer.tsx', '/src/custom/order/OrderDetail.tsx'];

/** The scripts with modules of many pages: the outlines of all entities, the first list, and an open record. */
const scripts = ['outlines', 'console', 'record'] as const;
type Scripts = (typeof scripts)[number];

/**
 * The modules that the first list loads besides the login's, and those that a record loads besides the list's: each is one
 * script, where the bundler would make some sixty and forty, one for each set of pages that share a module. Known by
 * building once without a trace.
 */
async function loadedAtOnce(): Promise<Readonly<Record<Scripts, ReadonlySet<string>>>> {
  const found = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [react(), exporterLater(), declarationsPlugin(), endpointsPlugin()],
    resolve: { alias: aliases },
    build: { write: false, minify: false, reportCompressedSize: false, target: 'es2022' },
  });
  const chunks = ('output' in found ? found.output : []).flatMap((one) => (one.type === 'chunk' ? [one] : []));
  const closure = (fileName: string | undefined, seen = new Set<string | undefined>()) => {
    if (seen.has(fileName)) return seen;
    seen.add(fileName);
    for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) closure(next, seen);
    return seen;
  };
  const closureOf = (page: string) => closure(chunks.find((chunk) => chunk.facadeModuleId?.endsWith(page))?.fileName);
  const login = closureOf('/index.html');
  const outlines = closureOf('/src/productContract.ts');
  const first = new Set([...closureOf('/src/App.tsx'), ...outlines]);
  const modulesOf = (isIncluded: (file: string) => boolean) =>
    new Set(
      chunks
        .filter(({ fileName }) => isIncluded(fileName))
        .flatMap(({ moduleIds, facadeModuleId }) => moduleIds.filter((id: string) => id !== facadeModuleId))
        // A declaration stays a script of its own, also where a hand-written page reads it.
        .filter((id) => !isDeclaration(id)),
    );
  const record = new Set([...recordPages].flatMap((page) => [...closureOf(page)]));
  return {
    outlines: modulesOf((file) => outlines.has(file) && !login.has(file)),
    console: modulesOf((file) => first.has(file) && !outlines.has(file) && !login.has(file)),
    record: modulesOf((file) => record.has(file) && !first.has(file) && !login.has(file)),
  };
}

export default defineConfig(async ({ command }) => {
  // `npm run dev` starts the server on the same PORT.
  const api = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`;
  const screens = command === 'build' ? await loadedAtOnce() : undefined;
  return {
    plugins: [
      react(),
      exporterLater(),
      declarationsPlugin(),
      endpointsPlugin(),
      pauses(),
      stylesInPage(),
      precompress(),
      apiReference(),
    ],
    resolve: { alias: aliases },
    build: {
      manifest: true,
      modulePreload: { polyfill: false },
      target: 'es2022',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      // Two passes of terser make the script of the first list 2 % smaller than the built-in minifier does. Functions that
      // are passed to others stay in parentheses, for which browsers compile them with the script, not on the first call.
      minify: 'terser' as const,
      terserOptions: { module: true, ecma: 2020 as const, compress: { passes: 3 }, format: { wrap_func_args: true } },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'throwingLibraries', test: /src\/throwingLibraries\.ts/, priority: 1 },
              ...scripts.map((name) => ({
                name,
                test: (id: string) => screens?.[name].has(id) ?? false,
                includeDependenciesRecursively: false,
              })),
            ],
          },
        },
      },
    },
    server: { proxy: { '/v1': api, '/docs': api, '/.well-known': api } },
  };
});
