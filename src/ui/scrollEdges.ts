/**
 * Style of an element that scrolls to the side and has `markScrollEdges` as its `ref`: it fades at the edge where more of
 * it is out of sight.
 */
export const scrollEdgesStyle = {
  overflowX: 'auto',
  '&[data-more="start"]': { maskImage: 'linear-gradient(to right, transparent, #000 40px)' },
  '&[data-more="end"]': { maskImage: 'linear-gradient(to left, transparent, #000 40px)' },
  '&[data-more="both"]': {
    maskImage: 'linear-gradient(to right, transparent, #000 40px, #000 calc(100% - 40px), transparent)',
  },
  '@media print': { '&[data-more]': { maskImage: 'none' } },
} as const;

/** The edges where more of an element is out of sight: `start`, `end`, `both`, or '' if all of it is in sight. */
function hiddenEdges({ scrollLeft, scrollWidth, clientWidth }: Element): string {
  const [start, end] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1];
  if (start && end) return 'both';
  return start ? 'start' : end ? 'end' : '';
}

/**
 * Marks an element with the edges where more of it is out of sight, as it is scrolled and as sizes change. Use it as the
 * `ref` of the element.
 * @returns Stops marking.
 */
export function markScrollEdges(element: HTMLElement | null): (() => void) | undefined {
  if (!element || typeof ResizeObserver === 'undefined') return undefined;
  const mark = () => {
    const edges = hiddenEdges(element);
    if (edges) element.setAttribute('data-more', edges);
    else element.removeAttribute('data-more');
  };
  const sizes = new ResizeObserver(mark);
  const watch = () => {
    for (const one of [element, ...element.children]) sizes.observe(one);
    mark();
  };
  const parts = new MutationObserver(watch);
  parts.observe(element, { childList: true });
  element.addEventListener('scroll', mark, { passive: true });
  watch();
  return () => {
    sizes.disconnect();
    parts.disconnect();
    element.removeEventListener('scroll', mark);
  };
}

/** Props of tabs that scroll to the side and fade at the edge where more of them are out of sight. */
export const scrollingTabs = {
  variant: 'scrollable',
  scrollButtons: false,
  slotProps: { scroller: { ref: markScrollEdges, sx: scrollEdgesStyle } },
} as const;
