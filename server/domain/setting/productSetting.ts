import { brandColourProblem, canonicalColour } from '../../../contract/values/brandColour.ts';
import { AppError } from '../../core/appError.ts';
import type { EntityRules } from '../../core/rules.ts';

const colourFields = ['colour_en', 'colour_zh'] as const;

/** The main colours have one form, and white text can be read on them. */
export const productSetting: EntityRules<'product_setting'> = {
  async beforeUpdate(_context, _row, values) {
    const given = colourFields.filter((name) => values[name]);
    const wrong = given.flatMap((name): [string, string[]][] => {
      const problem = brandColourProblem(values[name] ?? '');
      return problem ? [[name, [problem]]] : [];
    });
    if (wrong.length > 0) throw AppError.invalid(Object.fromEntries(wrong));
    return { ...values, ...Object.fromEntries(given.map((name) => [name, canonicalColour(values[name] ?? '')])) };
  },
};
