export { type Answer, Fault, type KeySet, type Keys, type Licence, type Options, type Reason } from './answer.ts';
export { type RevocationList, readRevocations } from './revocations.ts';
export { cleanText } from './text.ts';
export { verifyLicence } from './verifyLicence.ts';
