import './sayLoadFailures.ts';
import './refuse-circles.mjs';
import { untranslatedLabels } from '../contract/checks/support/untranslatedLabels.ts';
import { contract } from '../contract/index.ts';
import { productMistakes } from '../server/resource/compile/checkDeclarations.ts';

// Checks the declarations and their rules in code, as `npm run migration` and the start do, and names labels that are still to be
// translated.
const mistakes = productMistakes(contract);
for (const mistake of mistakes) console.error(mistake);
for (const sentence of untranslatedLabels(contract)) console.log(sentence);
console.log(`${contract.entities.length} entities, ${mistakes.length} mistakes`);
process.exit(mistakes.length === 0 ? 0 : 1);
