import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { usualPasswordRule } from '../../contract/access/passwordRule.ts';
import type { Language } from '../../contract/messages/label.ts';
import { type Brand, logoAddress } from '../../contract/values/brand.ts';
import { brandProperties } from '../../contract/values/brandColour.ts';
import { activeProviders } from '../domain/account/oidc/identityProvider.ts';
import { sendPage } from './answer.ts';
import { contentSecurityPolicy } from './middleware.ts';
import { asAnybody, type HttpEnv, type HttpRequestContext } from './services.ts';

/** The public files beside the page: without the build's own files, whose names begin with a dot. */
const publicFiles = (folder: string): ReadonlySet<string> =>
  new Set(
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
          one.isFile() && !one.name.startsWith('.') ? [`/${one.name}`] : [],
        )
      : [],
  );

/** The sources by which a policy allows the inline scripts of a page: the hash of each (CSP3, 2.3.1). */
const scriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/**
 * The login page with the sign-in providers in it, so that their buttons need no request. The block is data, which no
 * browser runs and no policy has to allow.
 */
async function withProviders(c: HttpRequestContext, html: string): Promise<string> {
  const providers = await asAnybody(c, activeProviders).catch(() => []);
  return providers.length === 0 ? html : withData(html, 'sign-in-providers', providers);
}

/** A page with a block of data before its root. */
const withData = (html: string, id: string, data: unknown): string => {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="${id}">${json}</script>`;
  return html.replace('<div id="root">', () => `${block}<div id="root">`);
};

/** A page with the name that the product was given in the settings, if it has one. */
function withProductName(c: HttpRequestContext, html: string): string {
  const { productName } = c.get('services').settings;
  return productName.en || productName.zh ? withData(html, 'product-name', productName) : html;
}

/** The styles of a main colour and a logo in a language, as text. */
const brandStyle = (language: Language, { colour, logo }: Brand): string => {
  const properties = Object.entries(brandProperties(colour, logo)).filter(([, value]) => value !== undefined);
  return `:root:lang(${language}){${properties.map(([name, value]) => `${name}:${value}`).join(';')}}`;
};

/**
 * A page with the main colour and the logo of the settings, if there are any: as styles and attributes for the first paint,
 * and as data for the script. The script in the page knows the language of this browser, so both languages are there.
 */
function withBrand(c: HttpRequestContext, html: string): string {
  const { colour, logo } = c.get('services').settings;
  const brandIn = (language: Language): Brand => ({
    colour: colour[language],
    logo: logo[language] && logoAddress(logo[language]),
  });
  const brand = { en: brandIn('en'), zh: brandIn('zh') };
  if (!brand.en.colour && !brand.en.logo) return html;
  const style = `${brandStyle('en', brand.en)}${brandStyle('zh', brand.zh)}`;
  const colours = `data-colour-en="${colour.en ?? ''}" data-colour-zh="${colour.zh ?? ''}"`;
  return withData(html, 'product-brand', brand)
    .replace('<html ', () => `<html ${colours} `)
    .replace('</head>', () => `<style>${style}</style></head>`);
}

/** A page with what a new password needs, if the settings change it. */
function withPasswordRule(c: HttpRequestContext, html: string): string {
  const { passwordRule } = c.get('services').settings;
  const isUsual =
    passwordRule.length === usualPasswordRule.length && passwordRule.personal === usualPasswordRule.personal;
  return isUsual ? html : withData(html, 'password-rule', passwordRule);
}

/**
 * The built console. Assets, whose names change with their content, are cached for ever; the page itself is
 * revalidated.
 */
export function consoleRoutes(folder: string): Hono<HttpEnv> {
  const root = relative(process.cwd(), folder);
  const page = join(folder, 'index.html');
  const html = existsSync(page) ? readFileSync(page, 'utf8') : undefined;
  const policy = contentSecurityPolicy(scriptHashes(html ?? ''));
  const files = publicFiles(folder);
  const long = 'public, max-age=31536000, immutable';
  return new Hono<HttpEnv>()
    .use(
      '/assets/*',
      serveStatic({ root, precompressed: true, onFound: (_path, c) => c.header('Cache-Control', long) }),
    )
    .get('/assets/*', (c) => c.notFound())
    .use('*', async (c, next) => (files.has(c.req.path) ? serveStatic<HttpEnv>({ root })(c, next) : next()))
    .get('*', async (c) => {
      c.header('Cache-Control', 'no-cache');
      if (!html) return c.text('The console has not been built: run "npm run build".', 503);
      c.header('Content-Security-Policy', policy);
      const named = withPasswordRule(c, withBrand(c, withProductName(c, html)));
      return sendPage(c, c.req.path === '/login' ? await withProviders(c, named) : named);
    });
}
