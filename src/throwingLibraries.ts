// These libraries throw and catch errors while they are evaluated. That is slow in a long script: with an observing
// tool attached, the browser reads the whole script again to find the position of each error. So they have a short
// script of their own (vite.config.ts).
import 'lodash/isEqual.js';
