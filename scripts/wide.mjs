// npm run wide: every page and dialog of every role, by axe, by the keyboard and at narrow widths, the guide to a new
// resource, what is measured, and kills and faults. npm test leaves it out, for its twelve minutes; CI runs it after it.
process.argv.push('--project=wide*');
await import('./test.mjs');
