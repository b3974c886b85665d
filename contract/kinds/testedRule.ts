import * as yup from 'yup';

/**
 * The rule of a value that no rule of yup knows.
 * @param whyWrong The message of what is wrong with a value that is there.
 */
export const testedRule = (whyWrong: (value: unknown) => string | undefined): yup.Schema =>
  yup
    .mixed()
    .nullable()
    .test('value', (value, context) => {
      const wrong = value == null ? undefined : whyWrong(value);
      return wrong === undefined || context.createError({ message: wrong });
    });
