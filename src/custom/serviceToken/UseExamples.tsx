import { CodeExample } from '../programs/CodeExample.tsx';

/** A request in curl, with the address of this server. */
const curl = (token: string): string => {
  const header = token ? `'Authorization: Bearer ${token}'` : '"Authorization: Bearer $TOKEN"';
  return `curl -H ${header} \\\n  ${window.location.origin}/v1/order/list`;
};

/** The same request in TypeScript. The token is never part of a program, so it is read from the environment. */
const typeScript = (): string => `const response = await fetch('${window.location.origin}/v1/order/list', {
  headers: { Authorization: \`Bearer \${process.env.TOKEN}\` },
});
if (!response.ok) throw new Error(await response.text());
const { items } = await response.json();
console.log(items);`;

/**
 * How a program uses a token: in curl and in TypeScript (issue 34).
 * @param token filled in where it is known; absent: a variable of the environment
 */
export const UseExamples = ({ token = '' }: { token?: string }) => (
  <>
    <CodeExample name="curl" code={curl(token)} />
    <CodeExample name="TypeScript" code={typeScript()} />
  </>
);
