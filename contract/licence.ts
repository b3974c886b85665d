/** What a licence says of itself: the names of its claims and header (C6). */
export const licenceType = 'license+jwt';
export const licenceAlgorithm = 'EdDSA';

export interface LicenceClaims {
  iss: string;
  sub: string;
  aud: string;
  jti: string;
  iat: number;
  nbf: number;
  exp: number;
  order: string;
  project: string;
  category: number;
  quantity: number;
  licence_key: string;
  generation: number;
  trial?: true;
}
