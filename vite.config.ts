import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes a .br and a .gz beside every text asset, so that the server never compresses. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle(options) {
    const folder = join(options.dir ?? 'dist', 'assets');
    for (const file of readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
      const bytes = readFileSync(join(folder, file));
      writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes));
      writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes));
    }
  },
});

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
  server: { proxy: { '/v1': api, '/.well-known': api } },
});
