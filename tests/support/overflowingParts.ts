import type { Page } from 'playwright-core';

/** What does not fit: a page or layer wider than the window, and elements in a dialog that scroll horizontally. */
export const overflowingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found = document.documentElement.scrollWidth > width ? ['the page'] : [];
    for (const layer of document.querySelectorAll('[role=dialog], [role=menu], .MuiPopover-paper')) {
      const { left, right } = layer.getBoundingClientRect();
      if (left < 0 || right > width) found.push(`a layer from ${left} to ${right}`);
      for (const part of [layer, ...layer.querySelectorAll('div')]) {
        const scrolls = ['auto', 'scroll'].includes(getComputedStyle(part).overflowX);
        const over = part.scrollWidth - part.clientWidth;
        if (scrolls && over > 1) found.push(`${over} px of "${part.textContent?.slice(0, 30)}"`);
      }
    }
    // On a phone, nothing on the page may scroll horizontally either, except a tab bar.
    const boxes =
      width < 600 ? document.querySelectorAll('main, main div:not(.MuiTabs-scroller, [role=dialog] *)') : [];
    for (const box of boxes) {
      const over = box.scrollWidth - box.clientWidth;
      if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && over > 1)
        found.push(`${over} px of "${box.textContent?.slice(0, 30)}"`);
    }
    return found;
  });
