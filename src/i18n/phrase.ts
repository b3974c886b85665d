/**
 * A message of react-admin's catalogue with its values, in the notation of Polyglot: `%{name}` is a value, and `||||`
 * separates the singular from the plural.
 * @param values a number is the value of `smart_count`; a missing value stays as its name
 * @param forms how many forms a count has in the language: two in English, one in Chinese
 */
export function fillPhrase(phrase: string, values: number | Readonly<Record<string, unknown>>, forms: 1 | 2): string {
  const given = typeof values === 'number' ? { smart_count: values } : values;
  const count = (given as { smart_count?: unknown }).smart_count ?? undefined;
  const [one = '', many = one] = phrase.split('||||');
  const chosen = count === undefined ? phrase : (forms === 2 && count !== 1 ? many : one).trim();
  return chosen.replace(/%\{(.*?)\}/g, (written, name: string) =>
    Object.hasOwn(given, name) ? String(given[name as keyof typeof given] ?? written) : written,
  );
}
