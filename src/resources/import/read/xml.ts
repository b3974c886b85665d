import { Parser } from 'saxen';
import { markedEncoding } from './encoding.ts';

/** The attributes of an element by name. */
export type Attributes = Readonly<Record<string, string>>;

/** Called for the parts of an XML document in their order; elements by their name without a prefix. */
export interface XmlHandler {
  readonly open: (name: string, attributes: () => Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The characters beyond U+FFFF, such as rare Chinese ones, which the parser does not decode. */
const withAstral = (text: string): string =>
  text.replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** The encoding that the declaration of a document states, as far as one character is one byte. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const begin = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200));
  const [, encoding] = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(begin) ?? [];
  // Text that is read so is not in UTF-16, even if a program has declared it.
  return encoding && !/^utf-?16/i.test(encoding) ? encoding : undefined;
}

/** The encoding of a document in UTF-16 without a mark, which begins with `<`. */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : undefined;
}

/**
 * The text of an XML document, in the encoding that it states.
 * @throws TypeError if bytes are not valid in it, RangeError if it is unknown
 */
export function decodeXml(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? wideEncoding(bytes) ?? declaredEncoding(bytes) ?? 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

/**
 * Reads an XML document.
 * @throws Error if it is malformed, and what a handler throws
 */
export function readXml(xml: string, { open, close, text }: XmlHandler): void {
  const parser = new Parser();
  parser.on('openTag', (name, getAttributes, decodeEntities) => {
    open(localName(name), () => {
      const attributes: Record<string, string> = {};
      for (const [key, value] of Object.entries(getAttributes()))
        attributes[localName(key)] = decodeEntities(withAstral(value));
      return attributes;
    });
  });
  if (close) parser.on('closeTag', (name) => close(localName(name)));
  if (text) {
    parser.on('text', (value, decodeEntities) => text(decodeEntities(withAstral(value))));
    parser.on('cdata', (value) => text(value));
  }
  parser.parse(xml);
}
