import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Label, Language } from '../../../contract/messages/label.ts';
import type { HttpEnv } from '../services.ts';
import { type OpenApiDocument, type OpenApiOperation, openapi } from './document.ts';

const words = {
  title: { en: 'API reference', zh: '接口文档' },
  other: { en: '中文', zh: 'English' },
  roles: { en: 'Roles', zh: '适用角色' },
  parameters: { en: 'Parameters', zh: '参数' },
  body: { en: 'Request body', zh: '请求内容' },
  answer: { en: 'Response', zh: '返回内容' },
  intro: {
    en: 'Send the session key in the authorization header and the language in X-LANG with every request. OpenAPI document:',
    zh: '每个请求在 authorization 头中携带登录密钥，在 X-LANG 头中携带语言。OpenAPI 文档：',
  },
} as const satisfies Record<string, Label>;

const style = `
:root { color-scheme: light dark; --line: #8884; --accent: #b0126f; }
@media (prefers-color-scheme: dark) { :root { --accent: #f27abf; } }
body { font: 15px/1.55 system-ui, 'PingFang SC', 'Microsoft YaHei', sans-serif; margin: 0 auto; max-width: 980px; padding: 24px; }
h1 { font-size: 26px; } h2 { margin-top: 40px; border-bottom: 2px solid var(--accent); }
nav { columns: 3 200px; } a { color: var(--accent); }
details { border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; padding: 8px 14px; }
summary { cursor: pointer; } code { font-size: 13px; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 60px; font-weight: 700; color: var(--accent); }
pre { background: #8881; border-radius: 6px; padding: 10px; overflow: auto; max-height: 420px; font-size: 12.5px; }
td, th { text-align: left; padding: 3px 12px 3px 0; vertical-align: top; }`;

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

interface Named {
  name?: string;
  in?: string;
  description?: string;
}

function parametersOf(operation: OpenApiOperation, language: Language) {
  const own = (operation.parameters as Named[]).filter((one) => one.name);
  if (own.length === 0) return '';
  const rows = own.map(
    (one) => html`<tr><td><code>${one.name}</code></td><td>${one.in}</td><td>${one.description}</td></tr>`,
  );
  return html`<h4>${words.parameters[language]}</h4><table>${rows}</table>`;
}

interface Content {
  content?: Record<string, { schema: unknown }>;
}
const schemaIn = (part: unknown): unknown => Object.values((part as Content | undefined)?.content ?? {})[0]?.schema;

function operationHtml(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OpenApiOperation,
  language: Language,
) {
  const resolve = (schema: unknown): unknown => {
    const name = (schema as { $ref?: string } | undefined)?.$ref?.split('/').at(-1);
    return name ? document.components.schemas?.[name] : schema;
  };
  const section = (title: string, schema: unknown) =>
    schema ? html`<h4>${title}</h4><pre tabindex="0">${pretty(resolve(schema))}</pre>` : '';
  return html`<details id="${operation.operationId}">
    <summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code>
      ${language === 'zh' ? operation['x-summary-zh'] : operation.summary}</summary>
    <p>${words.roles[language]}: ${operation['x-roles'].join(', ')}</p>
    ${parametersOf(operation, language)} ${section(words.body[language], schemaIn(operation.requestBody))}
    ${section(words.answer[language], schemaIn(operation.responses['200']))}
  </details>`;
}

function page(document: OpenApiDocument, language: Language) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const name = (description: string) => description.split(' / ')[language === 'zh' ? 1 : 0];
  return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title[language]}</title><style>${raw(style)}</style></head>
<body><main>
<h1>${words.title[language]}</h1>
<p>${words.intro[language]} <a href="/v1/openapi.json">openapi.json</a> · <a href="/docs/api?lang=${language === 'zh' ? 'en' : 'zh'}">${words.other[language]}</a></p>
<nav aria-label="${words.title[language]}">${document.tags.map((tag) => html`<div><a href="#${tag.name}">${name(tag.description)}</a></div>`)}</nav>
${document.tags.map(
  (tag) => html`<section><h2 id="${tag.name}">${name(tag.description)}</h2>
${all
  .filter(({ operation }) => operation.tags.includes(tag.name))
  .map(({ path, method, operation }) => operationHtml(document, path, method, operation, language))}</section>`,
)}
</main></body></html>`;
}

/** `/docs/api`: the document as a page to read, in English or Chinese (`?lang=zh`, else the browser's language). */
export const referenceRoutes = new Hono<HttpEnv>().get('/', (c) => {
  const requested = c.req.query('lang') ?? c.req.header('accept-language') ?? '';
  const language = /^zh/i.test(requested) ? 'zh' : 'en';
  const { contract, settings } = c.get('services');
  return c.html(page(openapi(contract, settings.publicUrl), language));
});
