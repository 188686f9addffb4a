/**
 * Shows what the product makes of a realm: signs somebody in through the tools' client and verifies the token as the
 * server does.
 *
 *   node deploy/keycloak/check-realm.ts https://id.example.com pim some-user
 *
 * The password is asked from the environment variable PASSWORD, so that it stands in no history.
 */
import { keycloakIdentity } from '../../server/src/platform/identity/index.ts'

const [url, realm, username] = process.argv.slice(2)
const password = process.env.PASSWORD
if (!url || !realm || !username || !password) {
  console.error('Usage: PASSWORD=… node deploy/keycloak/check-realm.ts <url> <realm> <user name>')
  process.exit(2)
}

const { verifier } = keycloakIdentity({
  url,
  realm,
  clientId: 'pim',
  furtherClientIds: ['pim-tools'],
  audience: 'pim-api',
})
const response = await fetch(`${url.replace(/\/+$/, '')}/realms/${realm}/protocol/openid-connect/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'password',
    client_id: 'pim-tools',
    username,
    password,
    scope: 'openid profile email tenant',
  }),
})
const answer = await response.json()
if (!response.ok) {
  console.error('The realm gave no token:', answer)
  process.exit(1)
}

const identity = await verifier.verify(answer.access_token)
console.log(identity)
const faults = [
  identity.tenants.length === 0 && 'belongs to no tenant: the application shows the forbidden page',
  identity.roles.length === 0 && 'has no role: the server gives the default one (PIM_DEFAULT_ROLE)',
  identity.firstName === '' && 'has no name: is the scope "profile" there?',
].filter((fault) => fault !== false)
for (const fault of faults) console.log(`Note: ${username} ${fault}.`)
