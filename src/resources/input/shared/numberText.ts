import type { ChangeEvent, FormEvent } from 'react';

/** The value for text that is no number, such as `5e`: the browser shows it, but gives no value for it. */
const unreadable = 'NaN';

const isUnreadable = ({ validity }: HTMLInputElement): boolean => validity.badInput;

/** The value of a number input in React: none for text that is no number, so that the browser leaves it as it is. */
export const shownNumber = (value: unknown): unknown => (String(value) === unreadable ? '' : (value ?? ''));

/**
 * The handlers of a number input. Text that is no number is passed on as `NaN`, so that the rule of the field refuses it;
 * the browser reports it as an empty value.
 * @param onType is called with what is typed: a number as text, '' for an empty input, or `NaN`
 */
export const numberHandlers = (onType: (typed: string) => void) => ({
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onType(isUnreadable(target) ? unreadable : target.value),
  // React reports no change where the value was empty before, too.
  onInput: ({ target }: FormEvent) => {
    if (isUnreadable(target as HTMLInputElement)) onType(unreadable);
  },
});
