/** How long a link must be hovered, in milliseconds; a pointer crosses many links on its way. */
const hoverMs = 80;

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;

type OnLinkHover = (url: URL, isPointed: boolean) => void;

/**
 * Calls back with the address of a console link that is hovered or focused for a moment, unless it is clicked before.
 * @returns a function that stops it
 */
export function watchLinkHover(onLink: OnLinkHover): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onLeave = () => clearTimeout(timer);
  const onEnter = (event: Event) => {
    onLeave();
    const link = linkOf(event);
    if (link) timer = setTimeout(() => onLink(new URL(link.href), event.type === 'pointerover'), hoverMs);
  };
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  for (const name of ['pointerover', 'focusin']) document.addEventListener(name, onEnter, options);
  for (const name of ['pointerout', 'focusout', 'click']) document.addEventListener(name, onLeave, options);
  return () => {
    onLeave();
    stop.abort();
  };
}
