/** Where a translator took a text node away. */
interface LostText {
  readonly node: Node;
  /** The translator's element in its place; undefined if one element shows several texts. */
  readonly standIn: Element | undefined;
  readonly next: Node | null;
}

/** True for an element that React made: React keeps its data in a property of each one. */
const isFromReact = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith('__reactFiber$'));

const isTranslation = (node: Node | null | undefined): node is Element =>
  node?.nodeType === Node.ELEMENT_NODE && !isFromReact(node);

/** The methods of the browser, before they are replaced. */
const { removeChild, insertBefore, appendChild } = Node.prototype;
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');

/** Records which text nodes of React a translator has removed, and puts them back. */
class TranslatedTexts {
  private readonly lost = new WeakMap<Node, LostText[]>();
  private readonly parents = new WeakMap<Node, Node>();
  private readonly standIns = new WeakSet<Element>();
  private readonly removedByReact = new WeakSet<Node>();
  private readonly observer = new MutationObserver((records) => this.note(records));

  constructor() {
    this.observer.observe(document, { childList: true, subtree: true });
  }

  private note(records: readonly MutationRecord[]): void {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records)
      for (const node of removedNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.parentNode === target || this.removedByReact.has(node)) continue;
        const near = [...addedNodes, previousSibling, nextSibling].filter(isTranslation);
        if (near.length === 0 || isTranslation(target)) continue;
        const standIn = near.find((element) => !this.standIns.has(element));
        if (standIn) this.standIns.add(standIn);
        this.forget(node);
        this.lost.set(target, [...(this.lost.get(target) ?? []), { node, standIn, next: nextSibling }]);
        this.parents.set(node, target);
      }
  }

  private forget(node: Node): void {
    const parent = this.parents.get(node);
    if (!parent) return;
    this.parents.delete(node);
    this.lost.set(parent, this.lost.get(parent)?.filter((one) => one.node !== node) ?? []);
  }

  /** Puts the texts of an element back, in place of their translation. A translator translates them again. */
  private restore(parent: Node): void {
    const all = this.lost.get(parent) ?? [];
    this.lost.delete(parent);
    // The last one first: the one after a text is then in its place already.
    for (const { node, standIn, next } of all.toReversed()) {
      this.parents.delete(node);
      const isElsewhere = node.parentNode !== null && !isTranslation(node.parentNode);
      const place = [standIn, next].find((one) => one?.parentNode === parent) ?? null;
      if (!isElsewhere) insertBefore.call(parent, node, place);
      if (standIn?.parentNode === parent) removeChild.call(parent, standIn);
    }
  }

  /** Puts a text node back, with those beside it, if a translator took it away. */
  restoreText(node: Node): void {
    this.note(this.observer.takeRecords());
    const parent = this.parents.get(node);
    if (parent) this.restore(parent);
  }

  /**
   * The child of an element that shows a node of React: the node itself, or what a translator has put around it.
   * Undefined if nothing shows it.
   */
  shownIn(parent: Node, node: Node): Node | undefined {
    if (node.parentNode === parent) return node;
    this.restoreText(node);
    let shown: Node | null = node;
    while (shown && shown.parentNode !== parent) shown = shown.parentNode;
    if (shown === node || isTranslation(shown)) return shown;
    // Of any other node the browser itself says that it is not there.
    return node.nodeType === Node.TEXT_NODE ? undefined : node;
  }

  /** Prepares a text node for being put somewhere by React. */
  place(node: Node): void {
    if (node.nodeType !== Node.TEXT_NODE) return;
    if (this.parents.has(node) || isTranslation(node.parentNode)) this.restoreText(node);
    this.removedByReact.delete(node);
  }

  /** Notes that React itself removes a node. */
  remove(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) this.removedByReact.add(node);
    this.forget(node);
  }
}

/**
 * Keeps the page working while a browser or an extension translates it. A translator replaces text nodes with elements
 * (Chrome: `<font><font>…</font></font>`). React still holds the nodes that it made: removing one would throw
 * `NotFoundError`, and a new text would be written to a node that nobody sees. The DOM methods that React uses therefore
 * put the text nodes of an element back before one of them is changed (issue 33, decision 0079).
 *
 * Call it once, before anything is drawn. While nobody translates, every method does what it always did.
 */
export function tolerateTranslation(): void {
  if (!nodeValue?.set) return;
  const { set } = nodeValue;
  const texts = new TranslatedTexts();
  Node.prototype.removeChild = function removeShown<T extends Node>(this: Node, child: T): T {
    const shown = texts.shownIn(this, child);
    texts.remove(child);
    if (shown) removeChild.call(this, shown);
    return child;
  };
  Node.prototype.insertBefore = function insertBeforeShown<T extends Node>(this: Node, node: T, next: Node | null): T {
    texts.place(node);
    return insertBefore.call(this, node, (next && texts.shownIn(this, next)) ?? null) as T;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    texts.place(node);
    return appendChild.call(this, node) as T;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (this.nodeType === Node.TEXT_NODE && !this.parentNode) texts.restoreText(this);
      set.call(this, value);
    },
  });
}
