import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { roles } from '../../contract/schema/access.ts';
import { resourceOf } from '../../server/resource/compile/resource.ts';
import { explainEntity } from '../../server/resource/read/explain.ts';

const page = readFileSync('docs/architecture/compiled.md', 'utf8');
const way = readFileSync('docs/architecture/request.md', 'utf8');

describe('the page of what a declaration compiles to', () => {
  it('shows an order as npm run explain prints it', () => {
    expect(page).toContain(`\`\`\`text\n${explainEntity(contract.entity('order'), 'SalesMan').trimEnd()}\n\`\`\``);
  });

  it('draws the way of a request through files that are there', () => {
    const named = [...way.matchAll(/(?:contract|server|src)\/[\w/]+\.tsx?/g)].map(([file]) => file);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('can be printed for every entity and role that it lets in', () => {
    const printed = contract.entities.flatMap((entity) =>
      roles.filter((role) => resourceOf(entity).views.has(role)).map((role) => explainEntity(entity, role)),
    );
    expect(printed.length).toBeGreaterThan(40);
    for (const text of printed) expect(text).toMatch(/^\w+ for \w+: table \w+[\s\S]+A list reads\n {2}select t\.id/);
    expect(printed.join('')).not.toMatch(/undefined|\[object/);
  });
});
