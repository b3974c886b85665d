import type { Page } from 'playwright-core';

/**
 * What does not fit: a page or layer wider than the window, elements in a dialog that scroll horizontally, and texts of
 * headings, buttons, tabs and banners that are cut off.
 */
export const overflowingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found = document.documentElement.scrollWidth > width ? ['the page'] : [];
    // Neither labels nor the legends under them: one that has moved into the frame of its input is scaled, and so measures more than it shows.
    const whole = 'h1, h2, h3, button, strong, [role=tab], [role=menuitem], .MuiAlert-message';
    for (const text of document.querySelectorAll(whole)) {
      const isTall = text.scrollHeight > text.clientHeight + 4 && getComputedStyle(text).overflowY === 'hidden';
      const isWide = text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).overflowX !== 'visible';
      if (text.clientWidth > 1 && (isTall || isWide)) found.push(`cut off: "${text.textContent?.slice(0, 60)}"`);
    }
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
