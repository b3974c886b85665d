import type { Schema } from 'yup';
import { yup } from './yup.ts';

/**
 * Builds the rule of a value that yup has no rule for.
 * @param whyWrong Returns the error message of a value, or undefined. It is not called for an empty value.
 */
export const testedRule = (whyWrong: (value: unknown) => string | undefined): Schema =>
  yup
    .mixed()
    .nullable()
    .test('value', (value, context) => {
      const wrong = value == null ? undefined : whyWrong(value);
      return wrong === undefined || context.createError({ message: wrong });
    });
