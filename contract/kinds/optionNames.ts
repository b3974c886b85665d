import type { FieldOptions } from '../schema/field/options.ts';

/**
 * The words of some options besides those of every field.
 * @param words The compiler checks that they are all of them, and no others.
 */
export const optionNames = <Options>(
  words: {
    readonly [word in Exclude<keyof Required<Options>, keyof FieldOptions>]: true;
  },
): readonly string[] => Object.keys(words);
