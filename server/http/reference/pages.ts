import { html, raw } from 'hono/html';
import { messages } from '../../../contract/messages/catalogue.ts';
import type { Label, Language } from '../../../contract/messages/label.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { BuiltFiles } from './builtFiles.ts';

const words = {
  title: { en: 'API reference', zh: '接口文档' },
  errors: { en: 'Error codes', zh: '错误代码' },
  declaration: { en: 'Declarations', zh: '声明参考' },
  errorsIntro: {
    en: 'The code of an error stays the same in both languages. Words in braces are replaced by values.',
    zh: '错误代码与语言无关。花括号内的词会替换为具体值。',
  },
  other: { en: '中文', zh: 'English' },
  console: { en: 'Console', zh: '控制台' },
  document: { en: 'OpenAPI', zh: 'OpenAPI' },
  call: { en: 'Call', zh: '接口' },
  purpose: { en: 'Purpose', zh: '用途' },
} as const satisfies Record<string, Label>;

/** The colours of the console (src/shell/theme/theme.ts). */
const style = (font: string | undefined) => `
${font ? `@font-face { font-family: 'Inter Variable'; src: url('${font}') format('woff2'); font-weight: 100 900; font-display: swap; }` : ''}
:root { color-scheme: light; --page: #f7f5f7; --paper: #fff; --text: #211b1f; --quiet: #5f565c; --line: #e6e0e4; --accent: #b0126f;
  --bar: 49px; --font: 'Inter Variable', system-ui, 'PingFang SC', 'Microsoft YaHei', sans-serif; }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --page: #151215; --paper: #1e1a1d; --text: #f3edf1; --quiet: #bdb2b9;
  --line: #3a3338; --accent: #f08cc4; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.55 var(--font); background: var(--paper); color: var(--text); }
a { color: var(--accent); }
.bar { position: sticky; top: 0; z-index: 20; display: flex; flex-wrap: nowrap; gap: 4px 20px; align-items: center; min-height: var(--bar);
  padding: 4px 20px; background: var(--paper); border-bottom: 1px solid var(--line); white-space: nowrap; overflow-x: auto; }
.bar a { display: inline-flex; align-items: center; min-height: 40px; font-size: 14px; }
.bar a:first-child { font-size: 16px; font-weight: 650; margin-right: auto; color: var(--text); text-decoration: none; }
.bar a[aria-current] { color: var(--text); text-decoration: none; font-weight: 600; }
.plain { max-width: 980px; margin: 0 auto; padding: 20px; }
.plain h2 { font-size: 18px; margin: 28px 0 8px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: 6px 12px 6px 0; vertical-align: top; border-bottom: 1px solid var(--line); }
code { font-size: 13px; overflow-wrap: anywhere; }
.codes { list-style: none; margin: 0; padding: 0; }
.codes li { display: grid; grid-template-columns: 220px 1fr 1fr; gap: 2px 20px; padding: 8px 0; border-bottom: 1px solid var(--line); }
li:target, tr:target { background: color-mix(in srgb, var(--accent) 14%, transparent); }
@media (max-width: 749px) { .codes li { grid-template-columns: 1fr; } .bar { padding: 4px 12px; gap: 4px 12px; } .plain { padding: 12px; } }`;

type Part = ReturnType<typeof html> | string;

/** The address of a page in a language. */
export const inLanguage = (path: string, language: Language): string => `${path}?lang=${language}`;

/** A page of the documents that the server serves. */
interface Page {
  /** Its entry in the bar. */
  readonly page: 'title' | 'errors' | 'declaration';
  readonly path: string;
  /** Its own title, if it has another one than its entry. */
  readonly title?: string;
}

/** The frame of a page: its title, and the bar that leads to the others. */
export function frame(language: Language, files: BuiltFiles, { page: current, path, title }: Page, content: Part) {
  const link = (address: string, word: keyof typeof words) =>
    html`<a href="${address}"${current === word ? raw(' aria-current="page"') : ''}>${words[word][language]}</a>`;
  const other = language === 'zh' ? 'en' : 'zh';
  return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title ?? words[current][language]} · ${language === 'zh' ? '许可管理系统' : 'License'}</title>
<link rel="icon" href="/icon-192.png"><style>${raw(style(files.font))}</style></head>
<body>
<header class="bar">${link(inLanguage('/docs/api', language), 'title')}
${link(inLanguage('/docs/api/errors', language), 'errors')}
${link(inLanguage('/docs/declaration', language), 'declaration')}
${link(inLanguage('/docs/api/openapi.json', language), 'document')}
${link('/', 'console')}
<a href="${inLanguage(path, other)}" lang="${other === 'zh' ? 'zh-CN' : 'en'}">${words.other[language]}</a></header>
${content}
</body></html>`;
}

/** Every call with its purpose: what is read until the library has drawn the reference, or where it does not run. */
function callList(document: OpenApiDocument, language: Language) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: operation['x-path'] ?? path, method, operation })),
  );
  const rows = (tag: string) =>
    all
      .filter(({ operation }) => operation.tags.includes(tag))
      .map(
        ({ path, method, operation }) =>
          html`<tr id="${operation.operationId}"><td><code>${method.toUpperCase()} ${path}</code></td><td>${operation.summary}</td></tr>`,
      );
  return document.tags.map(
    (tag) => html`<section><h2 id="${tag.name}">${tag['x-displayName']}</h2><div class="table"><table>
<thead><tr><th scope="col">${words.call[language]}</th><th scope="col">${words.purpose[language]}</th></tr></thead>
<tbody>${rows(tag.name)}</tbody></table></div></section>`,
  );
}

/**
 * The page of the API reference. The library draws it; without a build, and without scripts, it lists the calls.
 * @param document in the language of the page
 */
export function referencePage(document: OpenApiDocument, language: Language, files: BuiltFiles) {
  const source = inLanguage('/docs/api/openapi.json', language);
  const script = files.library ? html`<script type="module" src="/api-reference.js"></script>` : '';
  const drawn = files.library
    ? html`<div id="reference" data-library="${files.library}" data-document="${source}" data-language="${language}"></div>`
    : '';
  return frame(
    language,
    files,
    { page: 'title', path: '/docs/api' },
    html`${drawn}<main class="plain" id="calls">${callList(document, language)}</main>${script}`,
  );
}

/** The page that explains the codes of errors; the type of a problem (RFC 9457) leads to its line. */
export function errorsPage(language: Language, files: BuiltFiles) {
  const lines = Object.entries(messages).map(
    ([code, { en, zh }]) =>
      html`<li id="${code}"><code>${code}</code><span lang="en">${en}</span><span lang="zh-CN">${zh}</span></li>`,
  );
  return frame(
    language,
    files,
    { page: 'errors', path: '/docs/api/errors' },
    html`<main class="plain"><h1>${words.errors[language]}</h1><p>${words.errorsIntro[language]}</p>
<ul class="codes">${lines}</ul></main>`,
  );
}
