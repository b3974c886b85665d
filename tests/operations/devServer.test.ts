import { afterEach, expect, it, vi } from 'vitest';
import viteConfig from '../../vite.config.ts';

afterEach(() => vi.unstubAllEnvs());

/** Where `npm run dev` sends the requests of the console. */
async function proxied(): Promise<unknown> {
  const { server } = await viteConfig({ command: 'serve', mode: 'development' });
  return server?.proxy?.['/v1'];
}

it('sends the requests of the console to the server of `npm run dev`, whatever its port', async () => {
  expect(await proxied()).toBe('http://127.0.0.1:8080');
  vi.stubEnv('PORT', '9191');
  expect(await proxied()).toBe('http://127.0.0.1:9191');
  vi.stubEnv('API_URL', 'http://127.0.0.1:7070');
  expect(await proxied()).toBe('http://127.0.0.1:7070');
});
