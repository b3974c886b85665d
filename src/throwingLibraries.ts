// What these throw (and catch) while they are evaluated costs the more the longer the script is that evaluates them: where a
// tool looks on, the browser reads all of it again to tell the place. So they have a short one of their own: vite.config.ts.
import 'lodash/isEqual.js';
import 'node-polyglot';
