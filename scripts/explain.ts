import './sayLoadFailures.ts';
import './refuse-circles.mjs';
import { contract } from '../contract/index.ts';
import { narrowContract } from '../contract/narrowing/narrowContract.ts';
import { roleIds } from '../contract/roles/index.ts';
import { type Role, roles } from '../contract/schema/access.ts';
import type { Contract } from '../contract/schema/entity.ts';
import { resourceOf } from '../server/resource/compile/resource.ts';
import { explainEntity } from '../server/resource/read/explain.ts';
import { withDatabase } from './withDatabase.ts';

// npm run explain -- ENTITY ROLE: explains what a declaration means for a role: its rights, its rows, and the SQL.
// npm run explain -- ENTITY ROLE --variant NAME: the same for people with this variant of the role.

const [name, role, option, ...words] = process.argv.slice(2);

/** Prints a sentence and ends the script. */
function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** The contract as people with a variant have it, which the database knows by its name. */
async function contractOfVariant(wanted: string): Promise<Contract> {
  let found = contract;
  await withDatabase(async ({ db }) => {
    const ofRole = await db
      .selectFrom('role_variant')
      .select(['name', 'withheld'])
      .where('role_id', '=', roleIds[role as Role])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute();
    const variant = ofRole.find((one) => one.name === wanted);
    if (!variant)
      refuse(`Name one of the variants of ${role}: ${ofRole.map((one) => one.name).join(', ') || 'there is none'}`);
    found = narrowContract(contract, { role: role as Role, withheld: new Set(variant.withheld) });
  });
  return found;
}

if (!contract.byName.has(name ?? ''))
  refuse(`Name one of the entities: ${contract.entities.map((one) => one.name).join(', ')}`);
if (!roles.includes(role as Role)) refuse(`Name one of the roles: ${roles.join(', ')}`);
if (option !== undefined && (option !== '--variant' || words.length === 0))
  refuse('Write --variant and the name of a variant, or nothing');
const entity = (option ? await contractOfVariant(words.join(' ')) : contract).entity(name ?? '');
const admitted = [...resourceOf(entity).views.keys()];
if (!admitted.includes(role as Role)) refuse(`${name} is for ${admitted.join(', ')}, and nothing to ${role}`);
console.log(explainEntity(entity, role as Role));
process.exit(0);
