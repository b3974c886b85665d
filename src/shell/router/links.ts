/** How long a link is pointed at before that means something, in milliseconds: on its way elsewhere a pointer crosses many. */
const moment = 80;

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;

type OnLink = (url: URL, isPointed: boolean) => void;

/**
 * Calls back with the address of a link of the console that is pointed at or focused for a moment, and is not clicked
 * before. Out: what ends it.
 */
export function followLinks(onLink: OnLink): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => clearTimeout(timer);
  const enter = (event: Event) => {
    leave();
    const link = linkOf(event);
    if (link) timer = setTimeout(() => onLink(new URL(link.href), event.type === 'pointerover'), moment);
  };
  const ended = new AbortController();
  const options = { capture: true, passive: true, signal: ended.signal };
  for (const name of ['pointerover', 'focusin']) document.addEventListener(name, enter, options);
  for (const name of ['pointerout', 'focusout', 'click']) document.addEventListener(name, leave, options);
  return () => {
    leave();
    ended.abort();
  };
}
