import fc from 'fast-check';
import { covers } from '../../contract/access/scopes.ts';
import { messages } from '../../contract/messages/catalogue.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import { type RoleName, roleNames } from '../server/matrix/allowed.ts';
import type { World } from '../server/matrix/world.ts';
import { type Documented, documentOf, operationsOf, validatorOf } from '../support/conformance.ts';
import type { Answer } from '../support/product.ts';
import { type Schema, spoilt, valuesOf } from './arbitrary.ts';

/** The result of a run. Each finding has the request and what is wrong with the response. */
export interface Report {
  requests: number;
  statuses: Record<number, number>;
  findings: string[];
}

/** Validation errors, which input that the document allows must never cause. */
const formKeys = [
  'text',
  'integer',
  'boolean',
  'date_time',
  'object',
  'min',
  'max',
  'min_length',
  'max_length',
  'max_items',
  'letters',
  'capitals',
  'login_name',
  'one_line',
  'line_break',
  'refused_character',
  'unknown_field',
  'mail',
  'phone',
  'unknown_parameter',
  'bad_parameter',
  'integer_parameter',
  'choice_parameter',
  'moment_parameter',
  'date_parameter',
  'many_parameter',
  'repeated_parameter',
] as const;
const formTexts = formKeys.map(
  (key) => new RegExp(`^${messages[key].en.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{\w+\\\}/g, '.*')}$`),
);

/** A random number between 0 and 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Part {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

/** The parameters of an operation; those that many share stand among the components. */
const partsOf = (contract: Contract, operation: Documented, where: string): Part[] => {
  const shared = documentOf(contract).components.parameters ?? {};
  return (operation.operation.parameters as unknown as (Part & { $ref?: string })[])
    .map((part) => (part.$ref ? (shared[part.$ref.split('/').at(-1) ?? ''] as unknown as Part) : part))
    .filter((part) => part.in === where);
};

/** The text of a parameter as the value that its schema describes. */
function valueOfText(text: string, { type, items }: Schema): unknown {
  if (type === 'array') return text.split(',').map((one) => valueOfText(one, items ?? {}));
  if (type === 'integer') return /^-?[0-9]+$/.test(text) ? Number(text) : text;
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

const bodySchema = ({ operation }: Documented): Schema | undefined =>
  (operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content['application/json']
    ?.schema;

type Mode = 'good' | 'bad body' | 'bad query' | 'no key' | 'bad key' | 'method';

/** A program: a token of a service account, which calls besides the users. */
export interface Program {
  readonly role: RoleName;
  readonly key: string;
  readonly scopes: readonly string[];
  readonly account: number;
  /** The enterprise of the account; null for one of the vendor. */
  readonly enterprise: number | null;
}

interface Try {
  operation: Documented;
  mode: Mode;
  role: RoleName;
  program: Program | undefined;
  method: string;
  path: string;
  body: unknown;
}

/** The callers, the app and the existing records. */
type Stage = Pick<World, 'cast' | 'actors' | 'common'> & { readonly programs?: readonly Program[] };

/** The share of requests that programs send. */
const ofPrograms = 0.4;

/** The documented paths to request, and the ids to insert in them; by default all paths, and the ids of the world. */
interface Among {
  readonly paths: RegExp;
  readonly ids: readonly number[];
}

/** True for a call that only reads, though its method is POST, such as a check whether a name is free. */
const isReading = (scopes: readonly string[]): boolean =>
  scopes.length > 0 && scopes.every((one) => one.endsWith(':read'));

/** The enterprises that a body names, other than the own one. */
function otherEnterprises(body: unknown, own: number): number[] {
  if (Array.isArray(body)) return body.flatMap((one) => otherEnterprises(one, own));
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const id = name === 'enterprise_id' ? value : name === 'enterprise' ? value?.id : undefined;
    const inner = typeof value === 'object' ? otherEnterprises(value, own) : [];
    return typeof id === 'number' && id !== own ? [id, ...inner] : inner;
  });
}

export class Fuzzer {
  private readonly random: () => number;
  private readonly samples = new Map<string, unknown[]>();
  private serial = 0;
  readonly report: Report = { requests: 0, statuses: {}, findings: [] };

  private readonly world: Stage;
  private readonly contract: Contract;
  private readonly seed: number;
  private readonly asked: readonly Documented[];
  private readonly ids: readonly number[];

  constructor(world: Stage, seed: number, among?: Among) {
    this.world = world;
    this.contract = world.cast.product.services.contract;
    this.seed = seed;
    this.ids = among?.ids ?? Object.values(world.common).flatMap((records) => Object.values(records));
    this.asked = operationsOf(this.contract).filter(
      ({ path }) => path !== '/v1/auth/logout' && (among?.paths.test(path) ?? true),
    );
    this.random = seeded(seed);
  }

  private readonly resolve = (schema: Schema): Schema =>
    schema.$ref
      ? (documentOf(this.contract).components.schemas?.[schema.$ref.split('/').at(-1) ?? ''] as Schema)
      : schema;

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  /** The next value of an arbitrary; values are generated in batches. */
  private next(key: string, arbitrary: () => fc.Arbitrary<unknown>): unknown {
    const waiting = this.samples.get(key) ?? [];
    if (waiting.length === 0) {
      this.serial += 1;
      waiting.push(...fc.sample(arbitrary(), { numRuns: 30, seed: this.seed + this.serial }));
    }
    this.samples.set(key, waiting);
    return waiting.pop();
  }

  private pathOf(operation: Documented): string {
    return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'id') return String(this.random() < 0.8 ? this.pick(this.ids) : Math.floor(this.random() * 1e9));
      const text = this.next('path', () => fc.string({ minLength: 1, maxLength: 30, unit: 'binary' })) as string;
      return encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, 'x');
    });
  }

  private queryOf(operation: Documented, mode: Mode): string {
    const parts = partsOf(this.contract, operation, 'query');
    const chosen = parts.filter((part) => part.required || this.random() < 0.15);
    const pairs = chosen.map((part) => [
      part.name,
      String(this.next(`${operation.path} ${part.name}`, () => valuesOf(part.schema, this.resolve))),
    ]);
    if (mode === 'bad query') pairs.push(this.badPair(parts, pairs));
    return pairs
      .map(([name, value]) => `${encodeURIComponent(name ?? '')}=${encodeURIComponent((value ?? '').toWellFormed())}`)
      .join('&');
  }

  private badPair(parts: readonly Part[], pairs: string[][]): [string, string] {
    const twice = pairs[0]?.[0];
    if (twice && this.random() < 0.3) return [twice, 'again'];
    const checked = parts.filter(({ schema }) => schema.pattern ?? schema.enum ?? schema.type !== 'string');
    const part = checked.length > 0 && this.random() < 0.6 ? this.pick(checked) : undefined;
    const value = this.pick(['-1', 'x', '1;drop', "' or 1=1", '1e9', '%', '9'.repeat(20)]);
    if (
      part &&
      !pairs.some(([name]) => name === part.name) &&
      validatorOf(part.schema, this.contract)(valueOfText(value, part.schema)) !== true
    ) {
      return [part.name, value];
    }
    return [`unknown_${this.pick(['__proto__', 'constructor', 'x', 'filter_password', '\u0000'])}`, '1'];
  }

  private bodyOf(operation: Documented, mode: Mode): unknown {
    const schema = bodySchema(operation);
    if (!schema) return undefined;
    const good = this.next(`${operation.method} ${operation.path}`, () => valuesOf(schema, this.resolve));
    return mode === 'bad body'
      ? this.next(`bad ${operation.path} ${this.serial} ${this.random()}`, () => spoilt(good))
      : good;
  }

  private plan(): Try {
    const operation = this.pick(this.asked);
    const mode = this.pick<Mode>([
      'good',
      'good',
      'good',
      'good',
      'bad body',
      'bad body',
      'bad query',
      'no key',
      'bad key',
      'method',
    ]);
    const query = this.queryOf(operation, mode);
    const { programs = [] } = this.world;
    const program = programs.length > 0 && this.random() < ofPrograms ? this.pick(programs) : undefined;
    return {
      operation,
      mode,
      program,
      role: program?.role ?? (this.random() < 0.4 ? 'SA' : this.pick(roleNames)),
      method: mode === 'method' ? this.pick(['PUT', 'PATCH', 'DELETE', 'POST', 'GET']) : operation.method,
      path: `${this.pathOf(operation)}${query && `?${query}`}`,
      body: this.bodyOf(operation, mode),
    };
  }

  /** Sends requests, one after the other. */
  async run(requests: number): Promise<Report> {
    await this.world.cast.database.executeSql(`create table fuzz_key as select id, key_hash from session;
      create table fuzz_user as select id, role_id, enterprise_id from users;
      create table fuzz_owner as select id, sales_user_id from enterprise`);
    for (let nth = 0; nth < requests; nth += 1) await this.once(this.plan());
    return this.report;
  }

  private async once(given: Try): Promise<void> {
    const key = given.mode === 'no key' ? undefined : given.mode === 'bad key' ? 'no such key' : this.keyOf(given);
    const body = given.method === 'POST' ? given.body : undefined;
    this.report.requests += 1;
    try {
      const answer = await this.world.cast.request(given.method, given.path, { key, body });
      this.report.statuses[answer.status] = (this.report.statuses[answer.status] ?? 0) + 1;
      const isLimited = answer.status === 429 && given.program !== undefined;
      if ((answer.status === 401 || isLimited) && key && given.mode !== 'bad key') return await this.revive(given);
      const wrong = this.breachOf(given, answer);
      if (wrong) this.found(given, `${wrong}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    } catch (error) {
      this.found(given, String(error));
    }
  }

  private readonly keyOf = ({ program, role }: Try): string => program?.key ?? this.world.actors[role].key;

  private found({ method, path, role, program, mode, body }: Try, what: string): void {
    const who = program ? `program of ${role} (${program.scopes.join()})` : role;
    this.report.findings.push(`${mode} ${who} ${method} ${path} ${JSON.stringify(body)?.slice(0, 300)} -> ${what}`);
  }

  /** Describes what is wrong with a response. Its schema is checked where it is received. */
  private breachOf(given: Try, answer: Answer): string | undefined {
    const open = given.operation.operation.security.length === 0;
    if (answer.status >= 500 && answer.status !== 503) return 'a fault of ours';
    if (given.mode === 'method') return this.breachOfMethod(given, answer);
    if (!open && (given.mode === 'no key' || given.mode === 'bad key') && answer.status !== 401)
      return 'let in without a key';
    const beyond = this.breachOfToken(given, answer);
    if (beyond) return beyond;
    const schema = bodySchema(given.operation);
    // Leading and trailing spaces are not part of a text, and several inside count as one.
    const bare = JSON.parse(JSON.stringify(given.body ?? {}), (_, value) =>
      typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value,
    );
    const forms = !schema || given.method !== 'POST' ? [] : [given.body ?? {}, bare];
    const isValid = (one: unknown) => schema !== undefined && validatorOf(schema, this.contract)(one) === true;
    const couldBeValid = forms.length === 0 || forms.some(isValid);
    if (given.mode === 'bad body' && !couldBeValid && answer.status < 400) return 'took what the document forbids';
    if (given.mode === 'bad query' && answer.status < 400) return 'took parameters that the document forbids';
    if (
      given.mode === 'good' &&
      forms.every(isValid) &&
      given.role === 'SA' &&
      !given.program &&
      this.isFormRefusal(answer)
    )
      return 'refused what the document allows';
    return undefined;
  }

  /** Describes what the token of a program must not have got: anything beyond its scopes, or of another enterprise. */
  private breachOfToken({ operation: { operation }, method, path, mode, program }: Try, answer: Answer) {
    if (!program || mode === 'no key' || mode === 'bad key' || answer.status >= 400) return undefined;
    const ways = operation.security as Record<string, readonly string[]>[];
    if (ways.length === 0) return undefined;
    const [, , , entity = ''] = path.split(/[/?]/);
    const scopes = ways.flatMap(({ token = [] }) => token).map((scope) => scope.replace('{entity}', entity));
    if (!scopes.some((scope) => covers(program.scopes, scope))) return 'a token did what its scopes do not allow';
    if (program.scopes.every((scope) => scope.endsWith(':read')) && method !== 'GET' && !isReading(scopes))
      return 'a token that may only read wrote';
    const others = program.enterprise === null ? [] : otherEnterprises(answer.body, program.enterprise);
    return others.length > 0 ? `a token sees the enterprises ${others.join()}` : undefined;
  }

  private isFormRefusal(answer: Answer): boolean {
    const texts = Object.values((answer.body?.error?.fields ?? {}) as Record<string, string[]>).flat();
    return answer.status === 422 && texts.some((text) => formTexts.some((form) => form.test(text)));
  }

  private breachOfMethod(given: Try, answer: Answer): string | undefined {
    const path = given.path.split('?')[0] ?? '';
    const known = operationsOf(this.contract)
      .filter((one) => one.pattern.test(path))
      .map((one) => one.method);
    if (known.includes(given.method) || !path.startsWith('/v1/')) return undefined;
    return answer.status === 405 ? undefined : 'served a method that is not declared';
  }

  /** An administrator may withdraw a token, delete its account, or lower the limit of its requests. */
  private async revivePrograms(): Promise<void> {
    const accounts = (this.world.programs ?? []).map(({ account }) => account).join();
    if (accounts === '') return;
    await this.world.cast.database.executeSql(`update service_token set revoked_at = null, deleted_at = null,
        expires_at = now() + interval '90 days' where account_id in (${accounts});
      update service_account set deleted_at = null, requests_per_minute = 6000 where id in (${accounts});
      update users set deleted_at = null where id in (select user_id from service_account where id in (${accounts}))`);
  }

  /**
   * A request ended the session of an actor or removed what it needs: an administrator may end it or assign its
   * customer to another salesman, and a return from acting changes the key. Restores the session, and reports a finding
   * if its key is still refused.
   */
  private async revive(given: Try): Promise<void> {
    if (given.operation.operation.security.some((one) => 'licence' in one)) return;
    const { database } = this.world.cast;
    const ids = Object.values(this.world.actors)
      .map(({ id }) => id)
      .join();
    await database.executeSql(`update users u set deleted_at = null, active = true, params = '{}', role_id = k.role_id, enterprise_id = k.enterprise_id
        from fuzz_user k where k.id = u.id and u.id in (${ids});
      update enterprise e set deleted_at = null, sales_user_id = k.sales_user_id from fuzz_owner k where k.id = e.id;
      update session set ended_at = null, deleted_at = null where ended_at is not null;
      update session s set key_hash = k.key_hash from fuzz_key k where k.id = s.id`);
    await this.revivePrograms();
    const check = await this.world.cast.request('GET', '/v1/user/config', { key: this.keyOf(given) });
    // No token needs a scope for its own settings, so that the answer shows whether it is accepted.
    if (![200, 403].includes(check.status)) this.found(given, `a good key is refused: ${check.status}`);
  }
}
