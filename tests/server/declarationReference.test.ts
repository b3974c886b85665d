import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { text } from '../../contract/schema/field/field.ts';
import { contractWith } from '../support/contractWith.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

const zqparcel = defineEntity({
  name: 'zqparcel',
  label: { en: 'Parcel', zh: '包裹' },
  title: 'mark',
  fields: { mark: text({ label: { en: 'Mark', zh: '标记' }, hint: { en: 'As printed', zh: '按印刷填写' } }) },
  access: { SuperAdmin: [everything, 'list create'] },
  list: { columns: ['mark'], identifies: ['mark'], sort: 'mark' },
});

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct('pglite', { contract: contractWith({ zqparcel }) });
});
afterAll(() => product.close());

const page = async (path: string) => {
  const response = await product.app.request(path);
  return { status: response.status, text: await response.text() };
};
const linksIn = (text: string) => [...text.matchAll(/href="(\/docs\/declaration[^"]*)"/g)].map(([, link = '']) => link);

/** Every page that links lead to, from the first one on. */
async function crawl(first: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    const { status, text: content } = await page(next);
    expect([next, status]).toEqual([next, 200]);
    found.set(next, content);
    waiting.push(...linksIn(content).map((link) => link.split('#')[0] ?? ''));
  }
  return found;
}

describe('the declaration reference of the running product', () => {
  it.each(['en', 'zh'])('has a page for each noun, and every link leads to a place (%s)', async (language) => {
    const pages = await crawl(`/docs/declaration?lang=${language}`);
    const own = [...pages.keys()].filter((path) => path.endsWith(`?lang=${language}`));
    expect(own.length).toBeGreaterThan(20);
    for (const [path, content] of pages)
      for (const link of linksIn(content)) {
        const [target = '', anchor] = link.split('#');
        if (anchor) expect([path, link, pages.get(target)?.includes(`id="${anchor}"`)]).toEqual([path, link, true]);
      }
  });

  it('says of each word where this product uses it, also of an entity that was just added', async () => {
    const list = await page('/docs/declaration/list?lang=en');
    const row = /<code>totals<\/code>[\s\S]*?<\/tr>/.exec(list.text)?.[0] ?? '';
    expect(row).toContain('payment');
    expect(/<code>identifies<\/code>[\s\S]*?<\/tr>/.exec(list.text)?.[0]).toContain(
      'zqparcel: <code>identifies: [ &#39;mark&#39; ]',
    );
    const kinds = await page('/docs/declaration/kinds?lang=zh');
    expect(/<code>money<\/code>[\s\S]*?<\/tr>/.exec(kinds.text)?.[0]).toContain('payment');
  });

  it('shows no sample of the demo, and has no other page', async () => {
    const entity = await page('/docs/declaration/entity?lang=en');
    expect(/<code>samples<\/code>[\s\S]*?<\/tr>/.exec(entity.text)?.[0]).not.toContain('In this product');
    for (const path of ['nothing', '..%2findex', '..%2f..%2f..%2fpackage.json', 'index.md', '%00'])
      expect([path, (await page(`/docs/declaration/${path}`)).status]).toEqual([path, 404]);
  });

  it('is reached from the API reference', async () => {
    expect((await page('/docs/api?lang=zh')).text).toContain('href="/docs/declaration?lang=zh"');
  });
});
