/** The claims of a licence (C6). */
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
