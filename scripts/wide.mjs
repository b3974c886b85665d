// npm run wide: every page and dialog of every role, by axe, by the keyboard and at narrow widths, the guide to a new
// resource, what is measured, what is done to a database as a whole (migrations, backups), and kills and faults. It takes
// twelve minutes, so npm test and npm run test:all leave it out; CI runs all three.
process.argv.push('--project=wide*');
await import('./test.mjs');
