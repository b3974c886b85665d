import { roles } from '../../schema/access.ts';

/** True if a sentence has the word, not as a part of a longer one. */
const says = (sentence: string, word: string): boolean => new RegExp(`(?<!\\w)${word}(?!\\w)`).test(sentence);

const isOfRole = (sentence: string): boolean => roles.some((role) => says(sentence, role));

/** Places of a declaration that lead a role to the records of an entity. */
const ways = /: \w+\.(?:screens|form|embeddedIn|servedBy)\b/;

/** A role that does not exist, which no other mistake explains. */
const ofNoRole = / names the role "/;

/**
 * A kind of mistake from which others follow: how its sentence is recognized, and which sentences follow from it.
 * @returns whether the other sentence follows from the match
 */
interface Cause {
  readonly sentence: RegExp;
  follows(other: string, match: RegExpExecArray): boolean;
}

const causes: readonly Cause[] = [
  // What is wrong with a word at a field: that its kind does not know it.
  {
    sentence: /^(\S+ \w+(?:\.[\w.]+)?(?: \(an item\))?) (?!has the word ")[^"]*"(\w+)"/,
    follows: (other, [, place, word]) => other.startsWith(`${place} has the word "${word}", which `),
  },
  // The name of a field that every record has: its places in answers and bodies.
  {
    sentence: /^(\S+ \w+\.\w+) has the name of a field that every record has/,
    follows: (other, [, place]) => other.startsWith(`${place} stands at `),
  },
  // A field that is no reference, or that has no value at all: whatever uses it, also by the name of its record.
  {
    sentence: /: (\w+\.(\w+)) (?:refers to "[^"]*", which is no entity|has the min .* above the max)/,
    follows: (other, [, , field = '']) => [field, field.replace(/_id$/, '')].some((name) => says(other, name)),
  },
  // A role that does not exist: what it may not do.
  {
    sentence: / names the role "([^"]+)", which does not exist;/,
    follows: (other, [, role = '']) => says(other, role) && !ofNoRole.test(other),
  },
  // The name of an embedded record that another one, or a field, has: their places in answers.
  {
    sentence: /^(\S+ \w+\.\w+) is embedded as "([^"]*)", (?:as is |which is a field)/,
    follows: (other, [, place, as]) =>
      other.startsWith(`${place} stands at "${as}.`) || other.includes(`.${as} stands at "${as}" of an answer`),
  },
  // A name that `embed` has twice: its place in answers.
  {
    sentence: /^(\S+ \w+\.(\w+)), "embed", names "([^"]*)" twice/,
    follows: (other, [, place, field, name]) =>
      other.startsWith(`${place} stands at "`) && other.includes(`.${name}" of an answer, where ${field} has "`),
  },
  // A default where no field has one: that it is not a value of the field.
  {
    sentence: /^(\S+ \w+(?:\.[\w. ()]+)?) says "default", which holds for fields of the record alone/,
    follows: (other, [, place]) => other.startsWith(`${place} has the default `),
  },
  // A default of a serial number: that it is unique.
  {
    sentence: /^(\S+ \w+\.\w+) is a serial, which the server alone draws; leave out "default"/,
    follows: (other, [, place]) => other.startsWith(`${place} has the default `),
  },
  // Rights that are misspelt or missing: steps and screens for roles that lack them.
  {
    sentence: /\.access(?:\.rows\.\w+)? (?:names the operation|is for a role that no operation lets in)/,
    follows: (other) => /\.(?:lifecycle|screens)\S* .*is for [^;]*, who may not (?:list|get|edit)/.test(other),
  },
  // A misspelt name in the form of an entity: what the forms of its screens lack.
  {
    sentence: /: (\w+)\.form names "[^"]*", which is no field/,
    follows: (other, [, entity = '']) => new RegExp(`: ${entity}\\.screens \\S+ form leaves out `).test(other),
  },
  // A wrong column of files: what new records lack.
  {
    sentence: /\.import names "[^"]*", which (?:is no field|no file can hold)/,
    follows: (other) => /\.import lacks "/.test(other),
  },
  // A misspelt column: what names the column that is meant.
  {
    sentence: /\.list\.columns names "[^"]*", which is no field/,
    follows: (other) => /\.list\.(?:optional|card|identifies) names "[^"]*", which is no column/.test(other),
  },
  // A step or an action of a role that may not take it: what else that role lacks for it.
  {
    sentence: /\.(?:lifecycle|actions)\.(\w+) is for (\w+), who/,
    follows: (other, [, step = '', role = '']) => says(other, step) && says(other, role) && !ofNoRole.test(other),
  },
  // Wrong rows of a role: what counts and sums reveal to it.
  {
    sentence: /\.access\.rows\.(\w+) /,
    follows: (other, [, role = '']) => / reveals records of /.test(other) && says(other, role),
  },
  // A field that the database alone sets: that no rule sets it.
  {
    sentence: /^(\S+ \w+\.\w+) is (?:rollup, and the database alone|computed, and no column)/,
    follows: (other, [, place]) => other.startsWith(`${place} is required and readOnly`),
  },
  // A field that is counted from others: steps that assign it.
  {
    sentence: /: \w+\.(\w+) is assigned by a step, and the database alone sets it/,
    follows: (other, [, field]) => other.includes(`.assign.${field} is counted from other records`),
  },
  // A placeholder that is no field: that the other language lacks it.
  {
    sentence: /^(\S+ \S+) (?:asks with|says) \{?"?\w+"?\}?, which (?:is no field|leads nowhere)/,
    follows: (other, [, place]) => other.startsWith(`${place} says {`) && other.includes(' in one language alone'),
  },
  // An input of a kind that no step takes: how it differs from the field.
  {
    sentence: /^(\S+ \S+) \(an item\) is a \w+, which holds for fields of the record alone/,
    follows: (other, [, place]) => other.startsWith(`${place} takes values that the field does not`),
  },
  // A misspelt word: that its part is empty.
  {
    sentence: /^(\S+ (\w+)\.(lifecycle|rules))\b.* has the unknown word "/,
    follows: (other, [, place]) =>
      other.startsWith(`${place} has no steps`) ||
      (other.startsWith(`${place}, `) && other.includes(' says nothing; ')),
  },
  // A name that is too long: the other names that the database makes of it.
  {
    sentence: /^(\S+ \w+)\.(\w+) makes the name "/,
    follows: (other, [, entity, field]) => other.startsWith(`${entity}.filters "${field}" makes the name "`),
  },
  // A wrong reference of children, or none: what they add, and where their list is shown.
  {
    sentence: /^(\S+ \w+\.children\.\w+) go by /,
    follows: (other, [, place]) => other.startsWith(`${place} add "`) || other.startsWith(`${place} do not add "`),
  },
  {
    sentence: /\.children\.\w+ are "\w+", which is no entity; did you mean "(\w+)"\?/,
    follows: (other, [, meant]) =>
      / names "\w+", which is not embedded/.test(other) && other.includes(`names "${meant}"`),
  },
  // A required field that nobody can set: what files and forms lack.
  {
    sentence: /: \w+\.(\w+) is required(?: and refers to another|, and \w+ may create and not set it)/,
    follows: (other, [, field]) =>
      other.includes(`.import lacks "${field}"`) || other.includes(` form leaves out "${field}"`),
  },
  // A broken way to the records: what a role does not reach.
  { sentence: ways, follows: (other, { input }) => unreached.test(other) && !isOfRole(input) },
];

const unreached = /\.access, (.*), cannot be reached by (\w+) /;

/** True if a role cannot reach operations because something else is wrong with the role or with all of them. */
function isUnreachedFor(sentence: string, others: readonly string[]): boolean {
  const [, operations = '', role = ''] = unreached.exec(sentence) ?? [];
  if (role === '') return false;
  const rest = others.filter((one) => !unreached.test(one));
  const names = operations.match(/\w+(?=")/g) ?? [];
  return rest.some((one) => says(one, role)) || names.every((name) => rest.some((one) => says(one, name)));
}

/**
 * Removes what follows from other mistakes, so that one mistake gives one sentence.
 * @param mistakes the sentences about one entity
 */
export function withoutConsequences(mistakes: readonly string[]): string[] {
  const sentences = [...new Set(mistakes)];
  const follows = (other: string) =>
    sentences.some((one) =>
      causes.some((cause) => {
        const match = one === other ? null : cause.sentence.exec(one);
        return match !== null && cause.follows(other, match);
      }),
    );
  return sentences.filter((one) => !follows(one) && !isUnreachedFor(one, sentences));
}
