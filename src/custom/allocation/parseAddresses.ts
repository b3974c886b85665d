/** The addresses of a text that separates them by commas, spaces or lines, each once. */
export const parseAddresses = (text: string): string[] => [...new Set(text.split(/[\s,;，；]+/).filter(Boolean))];
