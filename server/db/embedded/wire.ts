import type { StatementResult } from '../engine/engine.ts';
import { DatabaseError } from '../engine/errors.ts';
import { parameterText, type TypeParser, typeParser } from '../engine/typeParsers.ts';

/**
 * The messages of PostgreSQL's protocol that one statement needs.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export interface WireResult extends StatementResult {
  /** I: idle, T: in a transaction, E: in a failed one. */
  readonly state: string;
}

const zero = Buffer.from([0]);
const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function cString(text: string): Buffer {
  if (text.includes('\0')) throw new DatabaseError('SQL cannot contain a NUL character', '22021');
  return Buffer.from(`${text}\0`);
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  return Buffer.concat([Buffer.from(type), int32(length), ...parts]);
}

function parameter(value: unknown): Buffer {
  const text = parameterText(value);
  if (text === null) return int32(-1);
  const bytes = Buffer.from(text);
  return Buffer.concat([int32(bytes.length), bytes]);
}

const describe = message('D', Buffer.from('P\0'));
const execute = message('E', zero, int32(0));
const sync = message('S');

/** A prepared statement: its name, whether the database has it already, and the names that it can close. */
export interface PreparedStatement {
  readonly name: string;
  readonly isKnown: boolean;
  readonly stale: readonly string[];
}

/**
 * Encodes one statement as bytes. Without values and a name it uses the simple protocol and may contain several
 * statements, as with `pg`; otherwise the extended protocol.
 */
export function encodeStatement(
  text: string,
  values: readonly unknown[],
  prepared?: PreparedStatement,
): Uint8Array<ArrayBuffer> {
  if (values.length === 0 && !prepared) return copyBytes(message('Q', cString(text)));
  const name = prepared ? cString(prepared.name) : zero;
  const close = (prepared?.stale ?? []).map((stale) => message('C', Buffer.from('S'), cString(stale)));
  const parse = prepared?.isKnown ? [] : [message('P', name, cString(text), int16(0))];
  const bind = message('B', zero, name, int16(0), int16(values.length), ...values.map(parameter), int16(0));
  return copyBytes(Buffer.concat([...close, ...parse, bind, describe, execute, sync]));
}

/** A copy in memory of its own, since a buffer from Node's pool cannot be transferred to another thread. */
function copyBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy;
}

interface Column {
  readonly name: string;
  readonly parse: TypeParser;
}

function readColumns(bytes: Buffer, start: number): Column[] {
  const columns: Column[] = [];
  let at = start + 2;
  for (let left = bytes.readInt16BE(start); left > 0; left--) {
    const end = bytes.indexOf(0, at);
    columns.push({ name: bytes.toString('utf8', at, end), parse: typeParser(bytes.readInt32BE(end + 7)) });
    at = end + 19;
  }
  return columns;
}

function readRow(bytes: Buffer, start: number, columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = start + 2;
  for (const { name, parse } of columns) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) {
      row[name] = null;
      continue;
    }
    row[name] = parse(bytes.toString('utf8', at, at + length));
    at += length;
  }
  return row;
}

function readError(bytes: Buffer, start: number): DatabaseError {
  const parts: Record<string, string> = {};
  let at = start;
  while (bytes[at] !== 0) {
    const end = bytes.indexOf(0, at + 1);
    parts[String.fromCharCode(bytes[at] as number)] = bytes.toString('utf8', at + 1, end);
    at = end + 1;
  }
  return new DatabaseError(parts.M ?? 'the database failed', parts.C ?? 'XX000', parts);
}

/**
 * Decodes a whole answer; of several statements, the rows of the last one.
 * @throws the first DatabaseError in it
 */
export function decodeResult(answer: Uint8Array): WireResult {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  let columns: Column[] = [];
  let rows: Record<string, unknown>[] = [];
  let last = rows;
  let tag = '';
  let state = 'I';
  let error: DatabaseError | undefined;
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const body = at + 5;
    switch (String.fromCharCode(bytes[at] as number)) {
      case 'T':
        columns = readColumns(bytes, body);
        break;
      case 'D':
        rows.push(readRow(bytes, body, columns));
        break;
      case 'C':
        tag = bytes.toString('utf8', body, bytes.indexOf(0, body));
        last = rows;
        rows = [];
        break;
      case 'E':
        error ??= readError(bytes, body);
        break;
      case 'Z':
        state = String.fromCharCode(bytes[body] as number);
        break;
    }
  }
  if (error) throw error;
  const words = tag.split(' ');
  return { rows: last, command: words[0] ?? '', affected: Number(words.at(-1)) || 0, state };
}
