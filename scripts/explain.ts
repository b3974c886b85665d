import { contract } from '../contract/index.ts';
import { type Role, roles } from '../contract/schema/access.ts';
import { resourceOf } from '../server/resource/compile/resource.ts';
import { explainEntity } from '../server/resource/read/explain.ts';

// npm run explain -- ENTITY ROLE: explains what a declaration means for a role: its rights, its rows, and the SQL.

const [name, role] = process.argv.slice(2);
const entity = contract.byName.get(name ?? '');
const admitted = entity && [...resourceOf(entity).views.keys()];
if (!entity) console.error(`Name one of the entities: ${contract.entities.map((one) => one.name).join(', ')}`);
else if (!roles.includes(role as Role)) console.error(`Name one of the roles: ${roles.join(', ')}`);
else if (!admitted?.includes(role as Role))
  console.error(`${name} is for ${admitted?.join(', ')}, and nothing to ${role}`);
else console.log(explainEntity(entity, role as Role));
process.exit(0);
