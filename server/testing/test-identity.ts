import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { identityRepository } from '../identity-dev/identity.repository.ts'
import { peopleOf } from '../identity-dev/people.ts'
import type { Database } from '../src/platform/database/database.ts'
import { createTokenVerifier, type IdentityService } from '../src/platform/identity/index.ts'
import type { Person } from '../src/platform/identity/people.ts'

export interface TestPerson {
  readonly userId: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly tenants: readonly string[]
  readonly roles: readonly string[]
}

export interface TestIdentity {
  readonly service: IdentityService
  /** From then on the person has the rights of this token. */
  tokenFor(person: TestPerson): Promise<string>
  /** Is called before somebody asks for the rights of a person of today. */
  onLookUp(listener: (userId: string) => Promise<void>): void
}

const names = { firstName: 'Test', lastName: 'Person', email: '' }
const issuer = 'https://identity.test/realms/pim'
const clientId = 'pim'

/** An identity provider for tests, with real keys and signatures and the production's verification. */
/** With a database, it keeps people as the embedded provider does. */
export async function createTestIdentity(database?: Database): Promise<TestIdentity> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }
  const verifier = createTokenVerifier({ issuer, clientId, keys: async () => ({ keys: [jwk] }) })
  const tokens = new Map<string, string>()
  /** Whom it has issued a token to, with the rights of the last one. */
  const issued = new Map<string, Person>()
  const people = database && peopleOf(identityRepository(database), verifier.recheck)
  let listener = async (_userId: string): Promise<void> => {}
  const find = async (userId: string): Promise<Person | undefined> => {
    await listener(userId)
    return (await people?.find(userId)) ?? issued.get(userId)
  }
  return {
    onLookUp(next) {
      listener = next
    },
    service: {
      ...(people && { people: { ...people, find } }),
      settings: { clientId, realm: 'pim', keycloakUrl: 'https://identity.test' },
      verifier,
      grantTenant: async () => {},
      revokeTenant: async () => {},
      erasePerson: async () => ({}),
      eraseTenant: async () => 0,
      close: () => {},
    },
    async tokenFor(person) {
      issued.set(person.userId, { username: person.userId, ...names, ...person })
      const key = JSON.stringify(person)
      const before = tokens.get(key)
      if (before !== undefined) return before
      const token = await new SignJWT({
        typ: 'Bearer',
        azp: clientId,
        scope: 'openid profile email tenant',
        given_name: person.firstName ?? 'Test',
        family_name: person.lastName ?? person.userId,
        ...(person.email !== undefined && { email: person.email }),
        tenants: [...person.tenants],
        resource_access: { [clientId]: { roles: [...person.roles] } },
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(person.userId)
        .setAudience(clientId)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey)
      tokens.set(key, token)
      return token
    },
  }
}
