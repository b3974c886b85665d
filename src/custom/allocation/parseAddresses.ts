/** Splits a text into addresses, at commas, semicolons and white space, without duplicates. */
export const parseAddresses = (text: string): string[] => [...new Set(text.split(/[\s,;，；]+/).filter(Boolean))];
