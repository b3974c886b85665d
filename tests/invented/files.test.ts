import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Entity } from '../../contract/schema/entity.ts';
import { siteSurvey } from '../../examples/service-desk/surveys/siteSurvey.ts';
import type { FileStore } from '../../server/core/fileStore.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';
import { type BucketSettings, createFileBucket } from '../../server/gateways/files/bucket.ts';
import { createFileFolder } from '../../server/gateways/files/folder.ts';
import { markFilesForRemoval, purgeFiles } from '../../server/resource/files/purgeFiles.ts';
import { maxOpenUploads } from '../../server/resource/files/upload.ts';
import { readS3Config } from '../../server/start/s3Config.ts';
import { addTables } from '../support/addTables.ts';
import { startBucket, type TestBucket } from '../support/bucket.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { documentOf } from '../support/conformance.ts';
import { pdf, png } from '../support/contents.ts';
import { contractWith } from '../support/contractWith.ts';
import { type Answer, type Client, ok } from '../support/product.ts';
import { invented, surveyContract, surveyRules } from '../support/survey/invented.ts';

/** Created late, because it depends on the rules that the product adds at its start. */
const document = () => documentOf(surveyContract);

const path = '/v1/survey/site';
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

const fieldsOf = ({ status, body }: Answer) => [status, Object.keys(body.error?.fields ?? {}).sort()];
const refusalOf = ({ status, body }: Answer) => [status, body.title];

let cast: Cast;
let folder: string;
let bucket: TestBucket;
let round = 100;

/** The storage that is used at present: the folder, or a bucket. */
let storage: FileStore;
const storages: FileStore = {
  receive: (...given) => storage.receive(...given),
  typeOf: (...given) => storage.typeOf(...given),
  keep: (...given) => storage.keep(...given),
  read: (...given) => storage.read(...given),
  remove: (...given) => storage.remove(...given),
};
const bucketOf = (env: object = {}) =>
  createFileBucket(readS3Config({ ...bucket.env, ...env }) as BucketSettings, join(folder, 'files'));

/** Uploads bytes unchanged, as a user. */
async function upload(
  client: Client,
  field: string,
  bytes: Buffer,
  name: string,
  headers: object = {},
): Promise<Answer> {
  const response = await cast.app.request(`${path}/upload/${field}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: client.key, 'content-type': 'application/pdf', ...headers },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}
const stored = async (client: Client, field: string, bytes: Buffer, name: string) => {
  const { status, body } = await upload(client, field, bytes, name);
  expect([status, body.title]).toEqual([200, undefined]);
  return body as { id: string; name: string; size: number; type: string; sha256: string };
};
const fetched = async (client: Client, of: string, headers: object = {}): Promise<Response> =>
  cast.app.request(of, { headers: { authorization: client.key, ...headers } });

const body = (more: object = {}) => {
  round += 1;
  return {
    code: `F-${round}`,
    method: 'remote',
    visit_at: '2030-06-01T08:00:00Z',
    enterprise_id: cast.enterprise,
    sheet: { place: { city: 'Berlin' } },
    gate_code: 'B-15',
    round: round % 100,
    ...more,
  };
};
const make = (client: Client, more: object) => ok(client.post(path, body(more)));

/** The ids of the files in the folder. */
const storedFiles = (): string[] =>
  existsSync(join(folder, 'files'))
    ? readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).flatMap((one) =>
        one.isFile() ? [one.name] : [],
      )
    : [];

/** Runs the scheduled task at a later time. */
async function later(days: number): Promise<void> {
  const { product } = cast;
  const now = new Date(Date.now() + days * 86_400_000);
  const ids = await product.inTransaction((context) => markFilesForRemoval({ ...context, now }));
  for (const id of ids) await product.services.files.remove(id);
  await product.inTransaction((context) => purgeFiles(context, ids));
}

describe('files of a record', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
    storage = createFileFolder(join(folder, 'files'));
    bucket = await startBucket();
    cast = await startCast(
      'postgres',
      async (database) => {
        await addTables(database, surveyContract);
        return { contract: surveyContract, rules: surveyRules, files: storages };
      },
      { DATA_DIR: folder },
    );
  });
  afterAll(async () => {
    await cast.close();
    await bucket.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await cast.database.executeSql('update stored_file set created_at = now() where owner_id is null');
  });

  it('go up by themselves, belong to a record by its save, and come down as they were', async () => {
    const contract = await stored(cast.sales, 'contract', pdf, 'Vertrag – 合同.pdf');
    expect(contract).toEqual({
      id: expect.any(String),
      name: 'Vertrag – 合同.pdf',
      size: pdf.length,
      type: 'application/pdf',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const photo = await stored(cast.sales, 'photos', png, 'a.png');
    const made = await make(cast.sales, {
      contract: { id: contract.id, name: 'believed.exe', size: 1 },
      photos: [photo],
    });
    expect([made.contract, made.photos]).toEqual([contract, [photo]]);
    const answer = await fetched(cast.sales, `${path}/${made.id}/contract/${contract.id}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(pdf.length),
      'content-disposition': `attachment; filename="Vertrag ? ??.pdf"; filename*=UTF-8''Vertrag%20%E2%80%93%20%E5%90%88%E5%90%8C.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const place = join(folder, 'files', contract.id.slice(0, 2), contract.id);
    expect([statSync(place).mode & 0o777, statSync(join(folder, 'files')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readFileSync(place)).toEqual(pdf);
    const list = await ok(cast.sales.get(`${path}/list?filter_id=${made.id}`));
    expect([list.items[0].contract.name, list.items[0].photos]).toEqual([contract.name, [photo]]);
    const csv = (await cast.sales.get(`${path}/export?filter_id=${made.id}`)).body;
    expect(csv).toContain('Vertrag – 合同.pdf');
    const { items } = await ok(cast.admin.get(`/v1/history/site_survey/${made.id}`));
    expect(items[0].after.contract).toEqual(contract);
  });

  it('come down in parts, from a folder and from a bucket alike', async () => {
    for (const place of [storage, bucketOf()]) {
      storage = place;
      const contract = await stored(cast.sales, 'contract', pdf, 'a.pdf');
      const { id } = await make(cast.sales, { contract });
      const of = `${path}/${id}/contract/${contract.id}`;
      const etag = `"${contract.sha256}"`;
      const whole = [200, null, pdf.length, etag, pdf.toString()];
      const part = (start: number, end: number) => {
        const text = pdf.toString().slice(start, end + 1);
        return [206, `bytes ${start}-${end}/${pdf.length}`, text.length, etag, text];
      };
      const last = pdf.length - 1;
      const asked: [object, unknown[]][] = [
        [{}, whole],
        [{ Range: 'bytes=0-3' }, part(0, 3)],
        [{ Range: 'bytes=5-' }, part(5, last)],
        [{ Range: 'bytes=-4' }, part(last - 3, last)],
        [{ Range: 'bytes=-9999' }, part(0, last)],
        [{ Range: 'bytes=2-9999' }, part(2, last)],
        // Several ranges, another unit and an invalid range are ignored (RFC 9110, 14.2).
        ...['bytes=0-1,4-5', 'lines=0-1', 'bytes=4-2', 'bytes=-', 'bytes=a-b'].map((Range): [object, unknown[]] => [
          { Range },
          whole,
        ]),
        [{ Range: 'bytes=0-3', 'If-Range': etag }, part(0, 3)],
        ...['"another"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT'].map((is): [object, unknown[]] => [
          { Range: 'bytes=0-3', 'If-Range': is },
          whole,
        ]),
        [{ 'If-None-Match': `"another", W/${etag}`, Range: 'bytes=0-3' }, [304, null, 0, etag, '']],
        [{ 'If-Match': `"another", ${etag}` }, whole],
      ];
      for (const [headers, expected] of asked) {
        const {
          status,
          headers: answered,
          ...answer
        } = await fetched(cast.sales, of, headers).then(async (one) => ({
          status: one.status,
          headers: one.headers,
          text: await one.text(),
        }));
        const length = Number(answered.get('content-length'));
        expect([status, answered.get('content-range'), length, answered.get('etag'), answer.text]).toEqual(expected);
      }
      for (const Range of [`bytes=${pdf.length}-`, 'bytes=-0']) {
        const answer = await fetched(cast.sales, of, { Range });
        expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${pdf.length}`]);
      }
      expect((await fetched(cast.sales, of, { 'If-Match': '"another"' })).status).toBe(412);
      const head = await cast.app.request(of, { method: 'HEAD', headers: { authorization: cast.sales.key } });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
        200,
        String(pdf.length),
        '',
      ]);
      // A caller without access to the file gets no part of it either.
      expect((await fetched(cast.otherSales, of, { Range: 'bytes=0-3' })).status).toBe(404);
    }
    storage = createFileFolder(join(folder, 'files'));
  });

  it('narrow a list and its export to the records that have one, for whoever reads the field', async () => {
    const [contract, photo] = [
      await stored(cast.sales, 'contract', pdf, 'a.pdf'),
      await stored(cast.sales, 'photos', png, 'a.png'),
    ];
    const ids = [(await make(cast.sales, { contract })).id, (await make(cast.sales, { photos: [photo] })).id];
    const of = `filter_id=${ids.join()}`;
    const found = async (filter: string): Promise<number[]> =>
      (await ok(cast.sales.get(`${path}/list?${of}&${filter}`))).items.map(({ id }: { id: number }) => id);
    expect(await found('filter_contract=true')).toEqual([ids[0]]);
    expect(await found('filter_contract=false')).toEqual([ids[1]]);
    expect(await found('filter_photos=true')).toEqual([ids[1]]);
    expect(await found('filter_photos=false')).toEqual([ids[0]]);
    expect(await found('filter_photos=')).toHaveLength(2);
    const csv = (await cast.sales.get(`${path}/export?${of}&filter_photos=true`)).body;
    expect([csv.includes('a.png'), csv.includes('a.pdf')]).toEqual([true, false]);
    for (const wrong of ['yes', 'true,false', photo.id])
      expect((await cast.sales.get(`${path}/list?filter_photos=${wrong}`)).status).toBe(422);
    expect((await cast.customer.get(`${path}/list?filter_contract=true`)).status).toBe(422);
    expect((await cast.customer.get(`${path}/list?filter_photos=true`)).status).toBe(200);
  });

  it('lie in a bucket, and nowhere else, until nobody may ask for them', async () => {
    const files = bucketOf();
    storage = files;
    const before = storedFiles();
    const photo = await stored(cast.admin, 'photos', png, 'a.png');
    expect([storedFiles(), await files.has(photo.id)]).toEqual([before, true]);
    const { id } = await make(cast.admin, { photos: [photo] });
    const answer = await fetched(cast.admin, `${path}/${id}/photos/${photo.id}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    await ok(cast.admin.post(`${path}/${id}`, { photos: [] }));
    await later(31);
    expect(await files.has(photo.id)).toBe(false);
    storage = createFileFolder(join(folder, 'files'));
  });

  it('wait, and say so, while the bucket is away', async () => {
    const files = bucketOf();
    storage = files;
    const photo = await stored(cast.admin, 'photos', png, 'a.png');
    const { id } = await make(cast.admin, { photos: [photo] });
    storage = bucketOf({ S3_ENDPOINT: 'http://127.0.0.1:9' });
    const answer = await fetched(cast.admin, `${path}/${id}/photos/${photo.id}`);
    expect([answer.status, answer.headers.get('retry-after'), (await answer.json()).code]).toEqual([
      503,
      '10',
      'files_away',
    ]);
    const before = storedFiles();
    const sent = await upload(cast.admin, 'photos', png, 'a.png');
    expect([sent.status, storedFiles()]).toEqual([503, before]);
    storage = createFileFolder(join(folder, 'files'));
  });

  it.each<[string, string, Buffer, string, number, string]>([
    [
      'a picture that says it is a PDF',
      'contract',
      png,
      'a.pdf',
      422,
      'Only files of these types: PDF. Export yours as one of them, and choose that file',
    ],
    ['a page that says it is a picture', 'photos', Buffer.concat([html, Buffer.from([0])]), 'a.png', 422, 'Only files'],
    [
      'a drawing with a script',
      'contract',
      svg,
      'a.svg',
      422,
      'Only files of these types: PDF. Export yours as one of them, and choose that file',
    ],
    ['nothing', 'contract', Buffer.alloc(0), 'a.pdf', 422, 'The file is empty'],
    ['too much', 'contract', Buffer.concat([pdf, Buffer.alloc(1024 * 1024)]), 'a.pdf', 413, 'larger than 1 MB'],
    ['no name', 'contract', pdf, '', 422, 'cannot be empty'],
    ['a name without end', 'contract', pdf, 'x'.repeat(1001), 422, 'At most'],
  ])('refuse %s, and keep nothing of it', async (_, field, bytes, name, status, title) => {
    const before = storedFiles();
    const answer = await upload(cast.sales, field, bytes, name);
    expect(refusalOf(answer)).toEqual([status, expect.stringContaining(title)]);
    expect(storedFiles()).toEqual(before);
  });

  it('stop a stream that is longer than it may be, whatever it says of its length', async () => {
    const before = storedFiles();
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const init = { method: 'POST', headers: { authorization: cast.sales.key }, body: endless, duplex: 'half' };
    const answer = await cast.app.request(`${path}/upload/contract?name=a.pdf`, init as RequestInit);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(2 * 1024 * 1024);
    expect(storedFiles()).toEqual(before);
  });

  it('keep nothing of an upload that breaks off', async () => {
    const before = storedFiles();
    let parts = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        parts += 1;
        if (parts > 3) controller.error(new Error('gone'));
        else controller.enqueue(new Uint8Array(1000));
      },
    });
    const init = { method: 'POST', headers: { authorization: cast.sales.key }, body: broken, duplex: 'half' };
    expect((await cast.app.request(`${path}/upload/contract?name=a.pdf`, init as RequestInit)).status).toBe(422);
    expect(storedFiles()).toEqual(before);
  });

  it.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['..\\..\\evil.exe', 'evil.exe.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe.pdf'],
    ['a\u0000b\r\nSet-Cookie: x.pdf', 'abSet-Cookie_ x.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['...', 'file.pdf'],
    [`${'长'.repeat(300)}.PDF`, `${'长'.repeat(196)}.PDF`],
    // As every line of text is written (issue 33).
    ['Cafe\u200b\u0301.pdf', 'Café.pdf'],
    [' Q3\u00a0 \u3000report.pdf', 'Q3 report.pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['👨\u200d👩\u200d👧 a\u200d.pdf', '👨\u200d👩\u200d👧 a.pdf'],
    [`${'长'.repeat(194)}👨\u200d👩.pdf`, `${'长'.repeat(194)}👨.pdf`],
  ])('are called %j no more than %j', async (sent, name) => {
    expect((await stored(cast.sales, 'contract', pdf, sent)).name).toBe(name);
  });

  it('take a text as what it is, and give it an ending that nothing runs', async () => {
    const page = await stored(cast.sales, 'photos', html, 'a.html');
    expect([page.name, page.type]).toEqual(['a.html.txt', 'text/plain']);
    const made = await make(cast.sales, { photos: [page] });
    const answer = await fetched(cast.sales, `${path}/${made.id}/photos/${page.id}`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    await answer.body?.cancel();
  });

  it('are taken from nobody but who may write the field, and given to nobody who does not read it', async () => {
    expect((await upload(cast.customer, 'contract', pdf, 'a.pdf')).status).toBe(403);
    expect((await cast.app.request(`${path}/upload/contract?name=a.pdf`, { method: 'POST', body: 'x' })).status).toBe(
      401,
    );
    expect((await upload(cast.sales, 'summary', pdf, 'a.pdf')).status).toBe(404);
    const contract = await stored(cast.sales, 'contract', pdf, 'a.pdf');
    const photo = await stored(cast.sales, 'photos', png, 'a.png');
    const { id } = await make(cast.sales, { contract, photos: [photo] });
    const [mine, theirs] = [`${path}/${id}/contract/${contract.id}`, `${path}/${id}/photos/${photo.id}`];
    const statuses = async (client: Client, ...paths: string[]) =>
      Promise.all(paths.map(async (one) => (await fetched(client, one)).status));
    expect(await statuses(cast.sales, mine, theirs)).toEqual([200, 200]);
    expect(await statuses(cast.customer, mine, theirs)).toEqual([403, 200]);
    expect(await statuses(cast.otherSales, mine, theirs)).toEqual([404, 404]);
    expect(await statuses(cast.otherCustomer, mine, theirs)).toEqual([403, 404]);
    // A file is found only in its own field of its own record.
    const other = await make(cast.sales, {});
    expect(
      await statuses(
        cast.sales,
        `${path}/${other.id}/contract/${contract.id}`,
        `${path}/${id}/photos/${contract.id}`,
        `${path}/${id}/contract/${encodeURIComponent('../../secret.key')}`,
      ),
    ).toEqual([404, 404, 404]);
  });

  it("are never another's, another field's, made up, or taken twice", async () => {
    const contract = await stored(cast.sales, 'contract', pdf, 'a.pdf');
    const photo = await stored(cast.sales, 'photos', png, 'a.png');
    const refused = async (client: Client, more: object) => fieldsOf(await client.post(path, body(more)));
    expect(await refused(cast.operations, { contract })).toEqual([422, ['contract']]);
    expect(await refused(cast.sales, { photos: [contract] })).toEqual([422, ['photos[0]']]);
    expect(await refused(cast.sales, { contract: { id: 'no' } })).toEqual([422, ['contract']]);
    expect(await refused(cast.sales, { contract: { ...contract, id: contract.id.replace(/^./, 'g') } })).toEqual([
      422,
      ['contract'],
    ]);
    expect(await refused(cast.sales, { photos: [photo, photo] })).toEqual([422, ['photos[1]']]);
    expect(await refused(cast.sales, { photos: [null] })).toEqual([422, ['photos[0]']]);
    const made = await Promise.all([1, 2, 3].map(() => cast.sales.post(path, body({ contract }))));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await refused(cast.sales, { contract })).toEqual([422, ['contract']]);
  });

  it('follow the edits of their record, and are no longer given once they were replaced', async () => {
    const first = await stored(cast.sales, 'photos', png, '1.png');
    const made = await make(cast.sales, { photos: [first] });
    const one = `${path}/${made.id}`;
    const second = await stored(cast.admin, 'photos', png, '2.png');
    const both = await ok(cast.admin.post(one, { photos: [second, first] }));
    expect(both.photos.map(({ name }: { name: string }) => name)).toEqual(['2.png', '1.png']);
    await ok(cast.customer.post(one, { urgent: true, photos: both.photos }));
    await ok(cast.customer.post(one, { photos: [{ id: second.id }] }));
    expect((await fetched(cast.sales, `${one}/photos/${first.id}`)).status).toBe(404);
    expect(fieldsOf(await cast.sales.post(one, { photos: [first] }))).toEqual([422, ['photos[0]']]);
    expect((await ok(cast.sales.post(one, { photos: null }))).photos).toEqual([]);
    await later(29);
    expect(storedFiles()).toContain(first.id);
    await later(31);
    expect(storedFiles()).not.toContain(first.id);
  });

  it('stay while their record can come back, and go when it cannot', async () => {
    const photo = await stored(cast.admin, 'photos', png, 'a.png');
    const { id } = await make(cast.admin, { photos: [photo] });
    await ok(cast.admin.delete(`${path}/${id}`));
    expect((await fetched(cast.admin, `${path}/${id}/photos/${photo.id}`)).status).toBe(404);
    await later(29);
    await ok(cast.admin.post(`${path}/restore/${id}`));
    const answer = await fetched(cast.admin, `${path}/${id}/photos/${photo.id}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    await ok(cast.admin.delete(`${path}/${id}`));
    await later(31);
    expect(storedFiles()).not.toContain(photo.id);
  });

  it('go within a day where no record takes them, and cannot be taken then', async () => {
    const open = await stored(cast.sales, 'photos', png, 'a.png');
    const { id: owner, photos } = await make(cast.sales, {
      photos: [await stored(cast.sales, 'photos', png, 'b.png')],
    });
    await later(0.9);
    expect(storedFiles()).toContain(open.id);
    await later(1.1);
    expect(storedFiles()).not.toContain(open.id);
    expect(fieldsOf(await cast.sales.post(path, body({ photos: [open] })))).toEqual([422, ['photos[0]']]);
    const answer = await fetched(cast.sales, `${path}/${owner}/photos/${photos[0].id}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  });

  it('give the first answer again to the same key and content, and keep one of them', async () => {
    const before = storedFiles().length;
    const key = { 'Idempotency-Key': 'upload-1' };
    const first = await upload(cast.sales, 'photos', png, 'a.png', key);
    const again = await upload(cast.sales, 'photos', png, 'a.png', key);
    expect(again.body).toEqual(first.body);
    expect((await upload(cast.sales, 'photos', html, 'a.png', key)).status).toBe(422);
    expect(storedFiles()).toHaveLength(before + 1);
  });

  it('are bounded for each user', async () => {
    await cast.database.executeSql(`insert into stored_file (id, entity, field, uploader_id)
      select gen_random_uuid(), 'site_survey', 'photos', ${cast.operations.id} from generate_series(1, ${maxOpenUploads})`);
    expect(refusalOf(await upload(cast.operations, 'photos', png, 'a.png'))).toEqual([
      422,
      expect.stringContaining('50'),
    ]);
    expect((await upload(cast.sales, 'photos', png, 'a.png')).status).toBe(200);
  });

  it('are not imported, and say so', async () => {
    const answer = await cast.sales.post(`${path}/import`, { columns: ['contract'], rows: [['a.pdf']] });
    expect(answer.body.error.fields.columns[0]).toMatch(/Files cannot be imported/);
  });

  it('follow a field and an entity that get other names', async () => {
    const { photos, ...fields } = siteSurvey.fields;
    const renamed = {
      ...siteSurvey,
      fields: { ...fields, pictures: { ...photos, migrate: { renamedFrom: 'photos' } } },
    };
    const { site_survey } = contractWith({ ...invented, site_survey: renamed }).registered;
    const { sql } = await planEntity(cast.database, site_survey as Entity);
    expect(sql).toContain(
      "update stored_file set field = 'pictures' where entity = 'site_survey' and field in ('photos', 'photos');",
    );
  });

  it('are in the document with who may send and fetch them', () => {
    expect(document().paths[`${path}/upload/contract`]?.['post']).toMatchObject({
      'x-roles': ['SuperAdmin', 'GeneralAdmin', 'SalesMan'],
      requestBody: { content: { 'application/octet-stream': {} } },
    });
    expect(document().paths[`${path}/{id}/photos/{file}`]?.['get']?.['x-roles']).toHaveLength(5);
  });
});
