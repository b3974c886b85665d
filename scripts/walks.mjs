// npm run walks: every page and dialog of every role by axe, by the keyboard and at narrow widths, the guide to a new
// resource, and what is measured. npm test leaves it out, for its twelve minutes; CI runs it after it.
process.argv.push('--project=walks*');
await import('./test.mjs');
