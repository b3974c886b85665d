import type { Page } from 'playwright-core';

/** How a translator shows a text: in a new node, or in the node that was there, inside its own elements. */
export type TranslationWay = 'replaces' | 'wraps';

/**
 * Translates the page, now and whenever a text changes, as Chrome does: each text node becomes
 * `<font><font>…</font></font>`. The words stay, so that tests find them.
 */
export const translatePage = (page: Page, way: TranslationWay): Promise<void> =>
  page.evaluate((how) => {
    const isSkipped = (text: Text) =>
      text.data.trim() === '' ||
      (text.parentElement?.closest('font, script, style, textarea, noscript, [translate=no]') ?? null) !== null;
    const translate = (text: Text) => {
      if (!text.isConnected || isSkipped(text)) return;
      const outer = document.createElement('font');
      outer.style.verticalAlign = 'inherit';
      const inner = outer.appendChild(document.createElement('font'));
      inner.style.verticalAlign = 'inherit';
      const { data } = text;
      text.replaceWith(outer);
      inner.append(how === 'wraps' ? text : data);
    };
    const textsIn = (node: Node): Text[] => {
      if (node instanceof Text) return [node];
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const all: Text[] = [];
      while (walker.nextNode()) all.push(walker.currentNode as Text);
      return all;
    };
    const translateAll = (nodes: Iterable<Node>) => {
      for (const node of nodes) for (const text of textsIn(node)) translate(text);
    };
    translateAll([document.body]);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        translateAll(type === 'characterData' ? [target] : addedNodes);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }, way);
