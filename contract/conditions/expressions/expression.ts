/**
 * Expressions between the fields of a record: `ends_on >= starts_on`, `hosts + points <= 2 * seats or urgent = 1`.
 * From the weakest to the strongest: `or`, `and`, comparisons, `else`, `+` and `-`, `*` and `/`; parentheses group.
 * `amount else distance * rate` is the amount, and the product where the amount is empty.
 */

const strengths = {
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  else: 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
} as const;
export type Operator = keyof typeof strengths;

/** A parsed expression: a field, a number, or an operator between two expressions. */
export type Expression =
  | { readonly field: string }
  | { readonly number: string }
  | { readonly operator: Operator; readonly left: Expression; readonly right: Expression };

const strengthOf = (token: string | undefined): number =>
  token !== undefined && Object.hasOwn(strengths, token) ? strengths[token as Operator] : 0;

/** True for an operator between two numbers, days or points in time that results in yes or no. */
export const isComparison = (operator: Operator): boolean => strengths[operator] === strengths['='];

const tokenPattern = /\s*([a-z_][a-z0-9_.]*|\d+(?:\.\d+)?|<=|>=|!=|[-+*/<>=()])/iy;

/** Signs of other languages, with the words of this one. */
const otherSigns: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '==': '=', '<>': '!=' };

/** Splits an expression into names, numbers, operators and parentheses. */
function tokensOf(text: string): string[] {
  const sign = Object.keys(otherSigns).find((one) => text.includes(one));
  if (sign !== undefined) throw new SyntaxError(`has "${sign}", which is "${otherSigns[sign]}" here`);
  const tokens: string[] = [];
  let end = 0;
  for (const found of text.matchAll(new RegExp(tokenPattern, 'giy'))) {
    tokens.push(found[1] ?? '');
    end = found.index + found[0].length;
  }
  const rest = text.slice(end).trim();
  if (rest !== '') throw new SyntaxError(`cannot read "${rest}"`);
  return tokens;
}

/** The operator with its operands; a chain `a < b < c` is refused, since SQL has none. */
function joined(operator: Operator, left: Expression, right: Expression): Expression {
  if (isComparison(operator) && 'operator' in left && isComparison(left.operator))
    throw new SyntaxError(`compares twice in a row before "${operator}"; join comparisons by "and"`);
  return { operator, left, right };
}

/**
 * Parses an expression.
 * @throws SyntaxError with what is wrong, as the end of a sentence
 */
export function parseExpression(text: string): Expression {
  const tokens = tokensOf(text);
  const first = (): Expression => {
    const token = tokens.shift();
    if (token === '(') {
      const inner = from(0);
      if (tokens.shift() !== ')') throw new SyntaxError('has a parenthesis that nothing closes');
      return inner;
    }
    if (token === '-') return { operator: '-', left: { number: '0' }, right: from(strengths['*']) };
    if (token === undefined || strengthOf(token) > 0 || token === ')')
      throw new SyntaxError(token === undefined ? 'ends too early' : `has no value before "${token}"`);
    return /^\d/.test(token) ? { number: token } : { field: token };
  };
  /** The expression of all operators that are stronger than this. */
  const from = (strength: number): Expression => {
    let left = first();
    while (strengthOf(tokens[0]) > strength) {
      const operator = tokens.shift() as Operator;
      left = joined(operator, left, from(strengths[operator]));
    }
    return left;
  };
  const whole = from(0);
  if (tokens.length > 0) throw new SyntaxError(`has "${tokens[0]}" where an operator belongs`);
  return whole;
}

/** The fields that an expression names, each once, in their order. */
export function namesIn(expression: Expression): string[] {
  if ('field' in expression) return [expression.field];
  if ('number' in expression) return [];
  return [...new Set([...namesIn(expression.left), ...namesIn(expression.right)])];
}
