import type { CaseFile, Vector } from './vectors.ts';

const about =
  'Vectors of kit/SPEC.md, made by npm run kit -- --write. Each has a text, options, and the whole expected answer; the names in keys and revocations are those of the first two objects. Each fingerprint has the parts that it is made of, or is null if they make none.';

/** One line for each entry, so that a change is easy to read. */
const lines = (entries: readonly string[]): string => entries.map((entry) => `    ${entry}`).join(',\n');
const members = (object: object): string =>
  lines(Object.entries(object).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`));

/** The text of `kit/vectors.json`. */
export const vectorsText = ({ keys, revocations, vectors, fingerprints }: CaseFile<Vector>): string =>
  `{
  "about": ${JSON.stringify(about)},
  "keys": {
${members(keys)}
  },
  "revocations": {
${members(revocations)}
  },
  "vectors": [
${lines(vectors.map((vector) => JSON.stringify(vector)))}
  ],
  "fingerprints": [
${lines(fingerprints.map((vector) => JSON.stringify(vector)))}
  ]
}
`;
