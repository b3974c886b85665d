import { Hono } from 'hono';
import type { Language } from '../../../contract/messages/label.ts';
import { preferredLanguage } from '../negotiation.ts';
import { openapi } from '../openapi/document.ts';
import type { HttpEnv, HttpRequestContext } from '../services.ts';
import { builtFiles } from './builtFiles.ts';
import { errorsPage, referencePage } from './pages.ts';

/** The language of a page: `?lang=zh` or `?lang=en`, else the one that the browser prefers. */
function pageLanguage(c: HttpRequestContext): Language {
  const asked = c.req.query('lang');
  if (asked !== undefined) return /^zh/i.test(asked) ? 'zh' : 'en';
  return preferredLanguage(c.req.header('accept-language')) ?? 'en';
}

const documentFor = (c: HttpRequestContext, language: Language) => {
  const { contract, settings } = c.get('services');
  return openapi(contract, settings.publicUrl, language);
};

/**
 * `/docs/api`: the API reference in English or Chinese, the document that it draws, and the codes of errors.
 * @param consoleFolder the folder of the build, which has the library that draws it
 */
export function referenceRoutes(consoleFolder: string | undefined): Hono<HttpEnv> {
  const files = builtFiles(consoleFolder);
  return new Hono<HttpEnv>()
    .get('/', (c) => {
      const language = pageLanguage(c);
      return c.html(referencePage(documentFor(c, language), language, files));
    })
    .get('/errors', (c) => c.html(errorsPage(pageLanguage(c), files)))
    .get('/openapi.json', (c) => c.json(documentFor(c, pageLanguage(c))));
}

/**
 * `/docs/declaration`: the words of a declaration, and where this product uses them.
 * @param consoleFolder the folder of the build, which has the font
 */
export function declarationRoutes(consoleFolder: string | undefined): Hono<HttpEnv> {
  const files = builtFiles(consoleFolder);
  const page = async (c: HttpRequestContext, name: string) => {
    // The parser of the documents is loaded with the first page.
    const { declarationPage } = await import('./declarationPages.ts');
    const found = declarationPage(c.get('services').contract, name, pageLanguage(c), files);
    return found ? c.html(found) : c.notFound();
  };
  return new Hono<HttpEnv>().get('/', (c) => page(c, 'index')).get('/:page', (c) => page(c, c.req.param('page')));
}
