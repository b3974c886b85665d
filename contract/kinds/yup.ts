import type * as Yup from 'yup';

/**
 * The library that the rules of the kinds are made with. The console's lists draw and read values of every kind, but
 * validate none: `fieldRule.ts`, from which every rule comes, brings the library along, and so it loads with the forms.
 */
export let yup: typeof Yup;

/** Provides the library to the kinds. */
export const provideYup = (library: typeof Yup): void => {
  yup = library;
};
