export interface Account {
  readonly userId: string
  readonly username: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** As Keycloak's client roles; `<tenantExternalId>:<role>` holds in one tenant only. */
  readonly roles: readonly string[]
  /** External ids. */
  readonly tenants: readonly string[]
}

const demoUser = (
  number: number,
  username: string,
  [firstName, lastName]: [string, string],
  roles: string[],
  tenants: string[],
  passwordHash: string,
): Account => ({
  // Fixed, so that content can name its author before that person has signed in.
  userId: `019a0d00-0000-7000-8000-00000000000${number}`,
  username,
  passwordHash,
  firstName,
  lastName,
  email: `${username}@example.com`,
  roles,
  tenants,
})

/**
 * The accounts of the embedded provider. The password is the user name; the hashes are precomputed, because five slow
 * hashes would delay the first start.
 */
export const demoUsers: readonly Account[] = [
  demoUser(
    1,
    'admin',
    ['Astrid', 'Berg'],
    ['admin'],
    ['acme', 'nordic'],
    'scrypt$32768$8$3$HX7G4o0mUK5AVMI06-NhXQ$GJMVOAuCRgSAr4jsdyiiZaMTWe0eEq-8xZWZRVavDnQ',
  ),
  demoUser(
    2,
    'editor',
    ['Elias', 'Sandberg'],
    ['editor'],
    ['acme', 'nordic'],
    'scrypt$32768$8$3$tn9vevsw7U36cZcQ3PaNDw$blyk5BYkQd9GMCcfq0uoJdhSmQl9yD_xSo15zoPyGJU',
  ),
  demoUser(
    3,
    'publisher',
    ['Petra', 'Lindqvist'],
    ['publisher'],
    ['acme'],
    'scrypt$32768$8$3$GyduVkAjLQKmLnr4s4fY3Q$LCVGgUXSdG5o50mMUNLukjJHnwfcVxO_y-XdFq0LO1A',
  ),
  demoUser(
    4,
    'viewer',
    ['Viktor', 'Holm'],
    ['viewer'],
    ['acme'],
    'scrypt$32768$8$3$dPe4slr894BmQdeDKLBZEw$CDRgyW65RK-MUCjHcE3DM9BsWTcPoIjIdPUHgBx7E4Q',
  ),
  demoUser(
    5,
    'outsider',
    ['Olivia', 'Novak'],
    ['editor'],
    [],
    'scrypt$32768$8$3$FEhml5DgktfAFqMMflkx3w$XQC0auqnpXuSnrHt6AABQN2-epTCrpRVkI8Hykhyt4M',
  ),
]
