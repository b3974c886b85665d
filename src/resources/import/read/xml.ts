import { Parser } from 'saxen';

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
