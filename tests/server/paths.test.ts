import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Method } from '../../contract/endpoints/endpoint.ts';
import { endpointNamed } from '../../contract/endpoints/index.ts';
import { contract } from '../../contract/index.ts';
import {
  allActionEndpoints,
  allowedMethods,
  allRecordEndpoints,
  declaredPath,
  endpointNames,
  knownPaths,
  needsNoKey,
  redactPath,
} from '../../server/http/paths.ts';

interface Call {
  readonly path: string;
  readonly method: Method;
  readonly roles?: unknown;
}
const calls: Call[] = [
  ...endpointNames.map(endpointNamed),
  ...allActionEndpoints(contract),
  ...allRecordEndpoints(contract),
];

/** True if a path matches a declared one, segment by segment. */
function fits(declared: string, path: string): boolean {
  const [wanted, given] = [declared.split('/'), path.split('/')];
  const one = (part: string, at: number): boolean => {
    if (part === '{id}') return /^[0-9]{1,9}$/.test(given[at] ?? '');
    return part.startsWith('{') ? given[at] !== '' : part === given[at];
  };
  return wanted.length === given.length && wanted.every(one);
}
/** The endpoints that match a path, those without parameters first. */
const meant = (path: string): Call[] => {
  const found = calls.filter((call) => fits(call.path, path));
  return [...found.filter((call) => !call.path.includes('{')), ...found.filter((call) => call.path.includes('{'))];
};

const part = fc.constantFrom(
  '1',
  '007',
  '123456789',
  '1234567890',
  '-1',
  'a',
  'list',
  'export',
  '',
  'a.b',
  '中',
  '%2F',
);
/** A declared path, or one that is similar. */
const path = fc
  .tuple(fc.constantFrom(...calls.map((call) => call.path)), fc.array(part, { minLength: 3, maxLength: 3 }), part)
  .chain(([declared, texts, more]) => {
    let at = 0;
    const filled = declared.replace(/\{\w+\}/g, () => texts[at++ % texts.length] ?? '');
    const parts = declared.split('/');
    const others = [`${filled}/`, `${filled}/${more}`, filled.slice(0, -1), parts.slice(0, -1).join('/'), `x${filled}`];
    return fc.oneof({ weight: 5, arbitrary: fc.constant(filled) }, fc.constantFrom(...others, '/', '/v1', '/v1/', ''));
  });

describe('a path', () => {
  it('is the declared call that fits it, one with a fixed path before one with a name in it (A23)', () => {
    fc.assert(
      fc.property(path, (one) => {
        const found = meant(one);
        if (found[0]) expect(declaredPath(knownPaths(contract), one)).toBe(found[0].path);
        else expect(declaredPath(knownPaths(contract), one)).toMatch(/\/\*$/);
        expect(allowedMethods(knownPaths(contract), one)).toEqual([...new Set(found.map(({ method }) => method))]);
        for (const method of ['GET', 'POST', 'DELETE'] as const) {
          const roles = found.find((call) => call.method === method)?.roles;
          expect(needsNoKey(knownPaths(contract), method, one)).toBe(roles === 'anybody' || roles === 'licence');
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('is told without the texts in it, which may be keys', () => {
    for (const { path: declared } of calls.filter((call) => /\{(?!id\})/.test(call.path))) {
      const secret = declared.replaceAll('{id}', '17').replace(/\{\w+\}/g, 'a-secret');
      expect(redactPath(knownPaths(contract), secret)).toBe(declared.replaceAll('{id}', '17'));
    }
  });
});
