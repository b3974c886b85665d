import { may } from '../access.ts';
import { message, translateMessage } from '../message.ts';
import { bodyRule, validate, writable } from '../validation.ts';
import { type Check, mistake } from './mistake.ts';

/** The records that the demo begins with, held against the rule that validates every body. */
export const checkSamples: Check = ({ entity }) => {
  const { samples = [] } = entity;
  if (samples.length === 0) return [];
  if (!may(entity.access, 'create', 'SuperAdmin')) {
    return [mistake(entity, 'samples', 'are there, and no SuperAdmin may create one')];
  }
  const rule = bodyRule(writable(entity, 'SuperAdmin', 'create'));
  return samples.flatMap((sample, index) =>
    Object.entries(validate(rule, sample) ?? {}).map(([name, [said = message('text')]]) =>
      mistake(entity, `samples ${index + 1}`, `says of "${name}": ${translateMessage(said, 'en')}`),
    ),
  );
};
