import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import type { Label, Language } from '../../../contract/messages/label.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { packageRoot } from '../../db/engine/packageRoot.ts';
import type { BuiltFiles } from './builtFiles.ts';
import { type WordUse, wordUses } from './declarationUses.ts';
import { frame, inLanguage } from './pages.ts';

/**
 * `/docs/declaration`: the declaration reference of the running product (issue 37). The pages are the documents of
 * docs/reference/declaration; below each word is where this product uses it, with a value.
 */

const folder = join(packageRoot, 'docs/reference/declaration');
const address = '/docs/declaration';

const words = {
  pages: { en: 'Pages', zh: '目录' },
  language: { en: '', zh: '本参考文档仅有英文版。' },
  usedBy: { en: 'Used by: ', zh: '用于：' },
  here: { en: 'In this product, {name}: ', zh: '本系统中的 {name}：' },
} as const satisfies Record<string, Label>;

/** The names of the pages, in the order of the index. */
function pageNames(): readonly string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
  const index = readFileSync(join(folder, 'index.md'), 'utf8');
  const place = (name: string): number => (name === 'index' ? -1 : index.indexOf(`(${name}.md)`));
  return files.sort((one, other) => place(one) - place(other));
}

const sourceOf = (name: string): string => readFileSync(join(folder, `${name}.md`), 'utf8');
const titleOf = (source: string): string => /^# (.+)$/m.exec(source)?.[1] ?? '';

const pathOf = (name: string): string => (name === 'index' ? address : `${address}/${name}`);
const pageAddress = (name: string, language: Language): string => inLanguage(pathOf(name), language);

/** The anchor of a heading, as in the links between the documents. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/<[^>]+>/g, '')
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-');

/** Links between the pages lead to the pages; those to documents that are not served become plain text. */
const withAddresses = (page: string, language: Language): string =>
  page.replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (link, target: string, text: string) => {
    if (/^(https?:|#)/.test(target)) return link;
    const [, name, anchor = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(target) ?? [];
    return name === undefined ? text : `<a href="${pageAddress(name, language)}${anchor}">${text}</a>`;
  });

const withAnchors = (page: string): string =>
  page.replace(
    /<h([23])>(.*?)<\/h\1>/g,
    (_, level: string, text: string) => `<h${level} id="${anchorOf(text)}">${text}</h${level}>`,
  );

const mostNames = 4;

/** Where a word is used, in one line. */
function useLine({ entities, example }: WordUse, language: Language) {
  const shown = entities.slice(0, mostNames).join(', ');
  const others = entities.length > mostNames ? `, … (${entities.length})` : '';
  const value = example
    ? html`<br>${words.here[language].replace('{name}', example.entity)}<code>${example.text}</code>`
    : '';
  return html`<p class="use" lang="${language === 'zh' ? 'zh-CN' : 'en'}">${words.usedBy[language]}${shown}${others}${value}</p>`;
}

/** Adds to the meaning of each word where it is used. Only tables whose first column is `word` have words. */
function withUses(page: string, uses: ReadonlyMap<string, WordUse>, language: Language): string {
  return page.replace(/<table>\s*<thead>\s*<tr>\s*<th>word<\/th>.*?<\/table>/gs, (table) =>
    table.replace(
      /<tr>\s*<td><code>([^<]+)<\/code><\/td>\s*<td>(.*?)<\/td>/gs,
      (row, word: string, meaning: string) => {
        const use = uses.get(word);
        return use ? row.replace(`<td>${meaning}</td>`, () => `<td>${meaning}${useLine(use, language)}</td>`) : row;
      },
    ),
  );
}

const style = `
.declaration { display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 0 32px; max-width: 1280px; margin: 0 auto; padding: 0 20px 40px; }
.declaration nav { position: sticky; top: var(--bar); align-self: start; max-height: calc(100vh - var(--bar)); overflow-y: auto; padding: 20px 0; }
.declaration nav ul { list-style: none; margin: 0; padding: 0; }
.declaration nav a { display: block; padding: 5px 8px; border-radius: 6px; color: var(--text); text-decoration: none; }
.declaration nav a:hover { text-decoration: underline; }
.declaration nav a[aria-current] { background: color-mix(in srgb, var(--accent) 12%, transparent); color: var(--accent); font-weight: 600; }
.declaration article { min-width: 0; padding-top: 8px; }
.declaration h2, .declaration h3 { scroll-margin-top: calc(var(--bar) + 12px); }
.declaration table { display: block; overflow-x: auto; }
.declaration td:first-child { white-space: nowrap; }
.declaration td:nth-child(2) { min-width: 260px; }
.declaration pre { overflow-x: auto; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--page); }
.use { margin: 4px 0 0; font-size: 13px; color: var(--quiet); overflow-wrap: anywhere; }
@media (max-width: 749px) {
  .declaration { grid-template-columns: minmax(0, 1fr); padding: 0 12px 32px; }
  .declaration nav { position: static; max-height: none; padding: 8px 0 0; min-width: 0; }
  .declaration nav ul { display: flex; overflow-x: auto; white-space: nowrap; }
  .declaration nav a { padding: 9px 8px; }
  .declaration td:nth-child(2) { min-width: 200px; }
}
@media print { .bar, .declaration nav { display: none; } .declaration { display: block; } }`;

/** The list of pages: beside the text, on a phone in one line above it. */
function pageList(names: readonly string[], current: string, language: Language) {
  const entries = names.map(
    (name) =>
      html`<li><a href="${pageAddress(name, language)}"${name === current ? raw(' aria-current="page"') : ''}>${titleOf(sourceOf(name))}</a></li>`,
  );
  return html`<nav aria-label="${words.pages[language]}"><ul>${entries}</ul></nav>`;
}

type DeclarationPage = ReturnType<typeof frame>;

function drawPage(contract: Contract, name: string, language: Language, files: BuiltFiles): DeclarationPage {
  const names = pageNames();
  const source = sourceOf(name);
  const plain = micromark(source, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] });
  const text = withUses(withAnchors(withAddresses(plain, language)), wordUses(contract, name), language);
  const note = words.language[language] ? html`<p class="use">${words.language[language]}</p>` : '';
  return frame(
    language,
    files,
    { page: 'declaration', path: pathOf(name), title: titleOf(source) },
    html`<style>${raw(style)}</style><div class="declaration">${pageList(names, name, language)}
<main>${note}<article lang="en">${raw(text)}</article></main></div>`,
  );
}

/** The pages drawn so far: neither the documents nor the declarations change while the product runs. */
const drawn = new WeakMap<Contract, Map<string, DeclarationPage>>();

/**
 * A page of the declaration reference.
 * @param name the name of the page; `index` is the first one
 * @returns undefined if there is no such page
 */
export function declarationPage(
  contract: Contract,
  name: string,
  language: Language,
  files: BuiltFiles,
): DeclarationPage | undefined {
  const pages = drawn.get(contract) ?? new Map<string, DeclarationPage>();
  drawn.set(contract, pages);
  const key = pageAddress(name, language);
  const found = pages.get(key) ?? (pageNames().includes(name) ? drawPage(contract, name, language, files) : undefined);
  if (found) pages.set(key, found);
  return found;
}
