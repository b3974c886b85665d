// npm run wide: checks every page and dialog of every role with axe, by keyboard and at narrow widths, the guide to a
// new resource, performance, operations on whole databases (migrations, backups), and crashes and faults. It takes
// a quarter of an hour or more, so npm test and npm run test:all omit it; CI runs all three.
process.argv.push('--wide');
await import('./test.mjs');
