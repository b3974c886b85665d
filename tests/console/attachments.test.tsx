import type { DataProvider } from 'react-admin';
import { beforeEach, describe, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import type { Role } from '../../contract/schema/access.ts';
import { drawRecord } from './support/drawnRecord.tsx';
import { eachWithTestRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';

const contract = createContract({
  ...registry,
  project: { ...registry.project, comments: ['GeneralAdmin', 'Enterprise'], files: true },
});

const author = { id: 3, name: 'lin', nick_name: 'Lin Yue' };
const comments = [
  { id: 1, body: 'On its way', author_id: 3, author, project_id: 7, created_at: '2030-01-02T08:00:00Z' },
];
const listed: Readonly<Record<string, readonly object[]>> = { project_comment: comments };

/** What the page wrote: the entity and the values. */
const written: [string, unknown][] = [];
const dataProvider = {
  getOne: async () => ({ data: { id: 7, name: 'Quay', status: 1, version: 1 } }),
  getList: async (entity: string) => ({ data: listed[entity] ?? [], total: listed[entity]?.length ?? 0 }),
  getMany: async () => ({ data: [] }),
  call: async () => ({ items: [], total: 0 }),
  create: async (entity: string, { data }: { data: object }) => {
    written.push([entity, data]);
    return { data: { id: 2, ...data } };
  },
} as unknown as DataProvider;

eachWithTestRoot();
beforeEach(() => void written.splice(0));

/** Opens a project as somebody with the role. */
async function open(role: Role, role_id: number) {
  drawRecord({ contract, dataProvider, resource: 'project' }, role, role_id);
  await until(() => document.body.textContent?.includes('On its way'));
}

const section = (name: string) => document.body.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
const buttons = (name: string) =>
  [...(section(name)?.querySelectorAll('button') ?? [])].map(
    (one) => one.textContent || one.getAttribute('aria-label'),
  );

describe('the page of a record with comments and files (issue 37, section 6)', () => {
  it('has both with their number, to whoever reads the record', async () => {
    await open('SalesMan', 3);
    expect(section('Comments')?.textContent).toMatch(/^Comments 1On its way/);
    const texts = (tag: string) =>
      [...(section('Comments')?.querySelectorAll(tag) ?? [])].map((one) => one.textContent);
    expect(texts('dt')).toEqual(['Author', 'Created at']);
    expect(texts('dd')).toEqual(['lin', expect.stringMatching(/^2030-01-02/)]);
    expect(section('Files')?.textContent).toMatch(/^Files 0Nothing here yet/);
  });

  it('offers to add only what the role may add', async () => {
    await open('SalesMan', 3);
    expect([buttons('Comments'), buttons('Files')]).toEqual([[], ['New file']]);
  });

  it('offers to delete comments to a role that may delete the record', async () => {
    await open('Enterprise', 4);
    await until(() => buttons('Comments').length === 2);
    expect(buttons('Comments')).toEqual([expect.stringMatching(/^Delete/), 'New comment']);
  });

  it('stores a comment of this record', async () => {
    await open('Enterprise', 4);
    const add = [...(section('Comments')?.querySelectorAll('button') ?? [])].at(-1);
    add?.click();
    const input = await until(() => section('Comments')?.querySelector<HTMLTextAreaElement>('[name=body]'));
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(input, 'Thank you');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    [...(section('Comments')?.querySelectorAll('button') ?? [])].at(-1)?.click();
    await until(() => written.length > 0);
    expect(written).toEqual([['project_comment', expect.objectContaining({ project_id: 7, body: 'Thank you' })]]);
  });
});
