import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { accountRepository } from '../identity-dev/account.repository.ts'
import { peopleOf } from '../identity-dev/people.ts'
import type { Database } from '../src/platform/database/database.ts'
import { createTokenVerifier, type IdentityService } from '../src/platform/identity/index.ts'

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
  tokenFor(person: TestPerson): Promise<string>
}

const issuer = 'https://identity.test/realms/pim'
const clientId = 'pim'

/** An identity provider for tests, with real keys and signatures and the production's verification. */
/** With a database, it keeps people as the embedded provider does. */
export async function createTestIdentity(database?: Database): Promise<TestIdentity> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }
  const tokens = new Map<string, string>()
  const verifier = createTokenVerifier({ issuer, clientId, keys: async () => ({ keys: [jwk] }) })
  return {
    service: {
      ...(database && { people: peopleOf(accountRepository(database), verifier.recheck) }),
      settings: { clientId, realm: 'pim', keycloakUrl: 'https://identity.test' },
      verifier,
      grantTenant: async () => {},
      revokeTenant: async () => {},
      erasePerson: async () => ({}),
      eraseTenant: async () => 0,
      close: () => {},
    },
    async tokenFor(person) {
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
