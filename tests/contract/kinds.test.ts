import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalTexts } from '../../contract/kinds/canonicalTexts.ts';
import { objectSchema } from '../../contract/kinds/fieldSchema.ts';
import { kinds } from '../../contract/kinds/index.ts';
import { bodyRule, validate } from '../../contract/kinds/validation.ts';
import type { Field, KindName } from '../../contract/schema/field/field.ts';
import { fieldOf, seed } from '../support/kindFields.ts';
import { valuesFor } from '../support/kindValues.ts';

/** As in tests/support/conformance.ts: `format` is only an annotation, and the pattern next to it decides. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });

const fieldsOf = (field: Field) => ({ value: field });

/** A field, and possible values of a body for it, including undefined. */
const cases = (kind: KindName) =>
  fieldOf(kind).chain((field) =>
    fc.tuple(fc.constant(field), fc.array(valuesFor(field), { minLength: 10, maxLength: 10 })),
  );

const names = Object.keys(kinds) as KindName[];

describe('what the rule of a field takes, the schema of the document takes, and nothing else', () => {
  it.each(names)('%s', (kind) => {
    let taken = 0;
    let refused = 0;
    fc.assert(
      fc.property(cases(kind), ([field, values]) => {
        const fields = fieldsOf(field);
        const isDocumented = ajv.compile(objectSchema(fields));
        const rule = bodyRule(fields);
        for (const body of [{}, ...values.map((value) => ({ value }))]) {
          const sent = canonicalTexts(body, fields);
          const problem = validate(rule, sent);
          const documented = isDocumented(sent);
          if (problem) refused += 1;
          else taken += 1;
          if ((problem === undefined) !== documented)
            throw new Error(
              `${JSON.stringify(sent)}: the rule says ${JSON.stringify(problem)}, the schema ${documented}`,
            );
        }
      }),
      { seed, numRuns: 60 },
    );
    // Both accepted and refused values must occur.
    expect(Math.min(taken, refused)).toBeGreaterThan(60);
  });
});
