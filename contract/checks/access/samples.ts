import { bodyRule, validate } from '../../kinds/validation.ts';
import { translateMessage } from '../../messages/catalogue.ts';
import { message } from '../../messages/message.ts';
import { bodyFields } from '../../relations/nestedChildren.ts';
import { hasRight } from '../../schema/access.ts';
import { type Check, mistake } from '../support/mistake.ts';

/** Validates the demo's sample records with the same rule as request bodies. */
export const checkSamples: Check = ({ entity }) => {
  const { samples = [] } = entity;
  if (samples.length === 0) return [];
  if (!hasRight(entity.access, 'create', 'SuperAdmin')) {
    return [
      mistake(
        entity,
        'samples',
        'are there, and no SuperAdmin may create one; leave them out, or name SuperAdmin in access.create',
      ),
    ];
  }
  const rule = bodyRule(bodyFields(entity, 'SuperAdmin', 'create'));
  return samples.flatMap((sample, index) =>
    Object.entries(validate(rule, sample) ?? {}).map(([name, [problem = message('text')]]) =>
      mistake(
        entity,
        `samples ${index + 1}`,
        `has a wrong "${name}": ${translateMessage(problem, 'en')}; correct it as a request body would have it`,
      ),
    ),
  );
};
