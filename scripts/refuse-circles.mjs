// Refuses files of contract/ that import each other in a circle, before the declarations are loaded: Node would only say
// that a name cannot be accessed yet. Scripts that load the declarations import this first.
import { contractCircles } from './import-circles.mjs';

const circles = contractCircles();
for (const sentence of circles) console.error(sentence);
if (circles.length > 0) process.exit(1);
