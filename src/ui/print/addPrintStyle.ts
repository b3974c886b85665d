import address from './print.css?url';

/** Adds the style for paper, which the browser loads last, since a screen does not use it. */
export function addPrintStyle(): void {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'stylesheet', media: 'print', href: address }),
  );
}
