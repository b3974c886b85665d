import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Builds the stock console for production. */
async function buildStock(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
  });
}

export interface StockConsole {
  readonly url: string;
  close(): void;
}

/**
 * Builds a stock react-admin list and serves it as ours is served: compressed, and scripts cached for ever.
 * @param folder where the build is written
 * @param rows the rows of its list, as ra-data-simple-rest reads them
 * @param total the number of rows of all pages
 */
export async function serveStock(folder: string, rows: readonly unknown[], total: number): Promise<StockConsole> {
  await buildStock(folder);
  const answers = new Map<string, Buffer>();
  const answerOf = (path: string): Buffer => {
    const known = answers.get(path);
    if (known) return known;
    const made = brotliCompressSync(path === '/rows/order' ? JSON.stringify(rows) : readFileSync(join(folder, path)));
    answers.set(path, made);
    return made;
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stock.test');
    const path = pathname.startsWith('/rows/') || extname(pathname) ? pathname : '/index.html';
    try {
      const body = answerOf(path);
      response.setHeader('Content-Type', types[extname(path) || '.json'] ?? 'application/octet-stream');
      response.setHeader('Content-Encoding', 'br');
      response.setHeader(
        'Cache-Control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      if (path === '/rows/order') response.setHeader('Content-Range', `order 0-${rows.length - 1}/${total}`);
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
