/** The part of the XML parser that imports use; the package has no types. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: 'openTag',
      handle: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this;
    on(event: 'closeTag', handle: (name: string) => void): this;
    on(event: 'text', handle: (value: string, decode: Decode) => void): this;
    on(event: 'cdata', handle: (value: string) => void): this;
    parse(xml: string): this;
  }
}
