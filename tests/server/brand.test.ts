import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../server/app.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { pngOf } from '../support/contents.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, type Client, ok } from '../support/product.ts';

/** The name, the logo and the main colour of a console (issue 35, section 6). */

const product = '/v1/setting/product/1';
/** A lossless WebP of one pixel. */
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const logo = pngOf(300, 60);
const page =
  '<!doctype html><html lang="en"><head><title>License</title></head><body><div id="root"></div></body></html>';

let cast: Cast;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'));
  writeFileSync(join(folder, 'index.html'), page);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function upload(client: Client, bytes: Buffer, field = 'logo_en', name = 'logo.png'): Promise<Answer> {
  const response = await cast.app.request(`/v1/setting/product/upload/${field}?name=${name}`, {
    method: 'POST',
    headers: { authorization: client.key },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}
const pageAt = async (path: string): Promise<string> =>
  (await createApp(cast.product.services, folder).request(path)).text();
/** A request without a session. */
const asked = (path: string, headers: Record<string, string> = {}) => cast.app.request(path, { headers });
const addressOf = (sha256: string): string => `/v1/setting/product/logo/${sha256}`;
const settings = () => cast.product.services.settings;

forEachEngine('the logo and the colour of a console', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  it('are the product’s own at first', async () => {
    expect(await ok(cast.admin.get(product))).toMatchObject({
      logo_en: null,
      logo_zh: null,
      colour_en: null,
      colour_zh: null,
    });
    expect(await pageAt('/login')).toBe(page);
  });

  it.each<[string, Buffer, string, number, string]>([
    ['a drawing', svg, 'logo.svg', 422, 'Only files of these types: PNG, WebP. Export yours as one of them'],
    ['a page with the name of a picture', Buffer.from('<!doctype html>'), 'logo.png', 422, 'PNG, WebP'],
    ['more bytes than 256 kB', Buffer.concat([logo, Buffer.alloc(262_144)]), 'logo.png', 413, 'larger than 256 kB'],
    ['too many pixels', pngOf(1025, 2), 'logo.png', 422, 'has 1,025 × 2 pixels. Make it at most 1,024 wide and high'],
    ['half a picture', logo.subarray(0, 24), 'logo.png', 422, 'damaged'],
  ])('refuse %s, with the cure', async (_, bytes, name, status, sentence) => {
    const answer = await upload(cast.admin, bytes, 'logo_en', name);
    expect([answer.status, answer.body.title]).toEqual([status, expect.stringContaining(sentence)]);
  });

  it('are changed by SuperAdmins alone', async () => {
    for (const client of [cast.operations, cast.sales, cast.customer])
      expect((await upload(client, logo)).status).toBe(403);
  });

  it('serve the logo to everybody, for a year, from the moment it is saved', async () => {
    const { body: file } = await upload(cast.admin, logo);
    expect((await asked(addressOf(file.sha256))).status).toBe(404);
    await ok(cast.admin.post(product, { logo_en: { id: file.id } }));
    const answer = await asked(addressOf(file.sha256));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(logo);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(logo.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${file.sha256}"`,
    });
    const again = await asked(addressOf(file.sha256), { 'if-none-match': `"${file.sha256}"` });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    for (const wrong of ['0'.repeat(64), '..%2f..%2fkey', file.id, `${file.sha256}?name=x`])
      expect([404, 422]).toContain((await asked(addressOf(wrong))).status);
  });

  it('have one logo for both languages until each has its own, as WebP, too', async () => {
    const { logo_en } = await ok(cast.admin.get(product));
    await expect.poll(() => settings().logo.zh?.sha256, { timeout: 6_000 }).toBe(logo_en.sha256);
    expect(settings().logo.en?.sha256).toBe(logo_en.sha256);
    const { body: file } = await upload(cast.admin, webp, 'logo_zh', 'logo.webp');
    await ok(cast.admin.post(product, { logo_zh: { id: file.id } }));
    await expect.poll(() => settings().logo.zh?.sha256, { timeout: 6_000 }).toBe(file.sha256);
    expect((await asked(addressOf(file.sha256))).headers.get('content-type')).toBe('image/webp');
    const html = await pageAt('/login');
    expect(html).toContain(`:root:lang(en){--brand-logo:url("${addressOf(logo_en.sha256)}")`);
    expect(html).toContain(`:root:lang(zh){--brand-logo:url("${addressOf(file.sha256)}")`);
  });

  it.each([
    [{ colour_en: 'blue' }, 'colour_en', 'Write the colour as #', '六位'],
    [{ colour_zh: '#fff' }, 'colour_zh', 'Write the colour as #', '六位'],
    [{ colour_zh: '#ff9900' }, 'colour_zh', 'Choose a darker one, such as #', '请选择更深的颜色'],
    [{ colour_en: '#0b5cadff' }, 'colour_en', 'At most 7 characters', '7'],
  ])('refuse %j at its field, in both languages', async (body, field, english, chinese) => {
    const before = await ok(cast.admin.get(product));
    const answer = await cast.admin.post(product, body);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]]);
    expect(answer.body.error.fields[field][0]).toContain(english);
    const other = await cast.admin.post(product, body, { 'x-lang': 'zh' });
    expect(other.body.error.fields[field][0]).toContain(chinese);
    expect(await ok(cast.admin.get(product))).toEqual(before);
  });

  it('are in the first answer of every page, as styles and as data', async () => {
    expect(await ok(cast.admin.post(product, { colour_en: ' #0B5CAD ' }))).toMatchObject({ colour_en: '#0b5cad' });
    await expect.poll(() => settings().colour.zh, { timeout: 6_000 }).toBe('#0b5cad');
    await ok(cast.admin.post(product, { colour_zh: '#7a1fa2' }));
    await expect.poll(() => settings().colour.zh, { timeout: 6_000 }).toBe('#7a1fa2');
    for (const path of ['/login', '/order', '/subscription']) {
      const html = await pageAt(path);
      expect(html).toContain('<html data-colour-en="#0b5cad" data-colour-zh="#7a1fa2" lang="en">');
      expect(html).toMatch(/:root:lang\(en\)\{--brand:#0b5cad;.*:root:lang\(zh\)\{--brand:#7a1fa2;.*<\/style><\/head>/);
      const [, data = ''] = /id="product-brand">(.*?)<\/script>/.exec(html) ?? [];
      expect(JSON.parse(data)).toMatchObject({ en: { colour: '#0b5cad' }, zh: { colour: '#7a1fa2' } });
    }
  });

  it('give e-mails their colour, and no picture that is fetched from elsewhere', async () => {
    await ok(cast.admin.post(`/v1/user/${cast.admin.id}`, { params: { liaison_mail: 'admin@vendor.example' } }));
    const test = (language: string) =>
      ok(
        cast.request('POST', '/v1/setting/mail/test', {
          key: cast.admin.key,
          body: {},
          headers: { 'x-lang': language },
        }),
      );
    await test('en');
    expect(cast.mails.at(-1)?.html).toContain('background-color:#0b5cad;padding:16px 24px');
    await test('zh');
    expect(cast.mails.at(-1)?.html).toContain('background-color:#7a1fa2;padding:16px 24px');
    expect(cast.mails.at(-1)?.html).not.toContain('<img');
  });

  it('are in the history, and the audit has no bytes of them', async () => {
    const { items } = await ok(cast.admin.get('/v1/history/product_setting/1'));
    expect(JSON.stringify(items)).toContain('logo.png');
    const listed = (await ok(cast.admin.get('/v1/audit/list?filter_entity=product_setting'))).items;
    const whole = await Promise.all(listed.map(({ id }: { id: number }) => ok(cast.admin.get(`/v1/audit/${id}`))));
    const audit = JSON.stringify(whole);
    expect(audit).toContain('#7a1fa2');
    expect(audit).not.toContain(logo.toString('base64').slice(0, 40));
  });

  it('go back to the product’s own when they are removed', async () => {
    const { logo_en } = await ok(cast.admin.get(product));
    const none = { logo_en: null, logo_zh: null, colour_en: null, colour_zh: null };
    expect(await ok(cast.admin.post(product, none))).toMatchObject(none);
    await expect.poll(() => settings().colour.zh, { timeout: 6_000 }).toBeUndefined();
    expect((await asked(addressOf(logo_en.sha256))).status).toBe(404);
    expect(await pageAt('/login')).toBe(page);
  });
});
