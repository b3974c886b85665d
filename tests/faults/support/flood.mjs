// Sends a body fifty times at once, each over a connection of its own, and prints the statuses as JSON:
// node flood.mjs URL KEY FILE
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

const [url, key, file] = process.argv.slice(2);
const body = readFileSync(file);

const send = () =>
  new Promise((resolve, reject) => {
    const headers = { authorization: key, 'content-length': body.length };
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject).end(body);
  });

console.log(JSON.stringify(await Promise.all(Array.from({ length: 50 }, send))));
