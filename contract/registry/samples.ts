import { may } from '../access.ts';
import { message } from '../message.ts';
import { translateMessage } from '../messageText.ts';
import { bodyFields } from '../together.ts';
import { bodyRule, validate } from '../validation.ts';
import { type Check, mistake } from './mistake.ts';

/** The records that the demo begins with, held against the rule that validates every body. */
export const checkSamples: Check = ({ entity, entities }) => {
  const { samples = [] } = entity;
  if (samples.length === 0) return [];
  if (!may(entity.access, 'create', 'SuperAdmin')) {
    return [mistake(entity, 'samples', 'are there, and no SuperAdmin may create one')];
  }
  const rule = bodyRule(bodyFields(entity, 'SuperAdmin', 'create', (name) => entities.get(name)));
  return samples.flatMap((sample, index) =>
    Object.entries(validate(rule, sample) ?? {}).map(([name, [said = message('text')]]) =>
      mistake(entity, `samples ${index + 1}`, `says of "${name}": ${translateMessage(said, 'en')}`),
    ),
  );
};
