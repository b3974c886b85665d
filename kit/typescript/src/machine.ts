/** The parts of a fingerprint that was made of several (kit/SPEC.md, "The fingerprint"), each once; none of any other text. */
export const partsOf = (text: string): string[] =>
  /^k[1-8](\.[\w-]{16})+$/.test(text) ? [...new Set(text.split('.').slice(1))] : [];

/** True if two fingerprints are of the same machine: the same text, or as many equal parts as both ask for. */
export function isSameMachine(one: string, other: string): boolean {
  const { length } = partsOf(one).filter((part) => partsOf(other).includes(part));
  return one === other || (length > 0 && length >= Number(one[1]) && length >= Number(other[1]));
}
