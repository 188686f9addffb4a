// Fills one tenant with its demo, as a client of the server that started this process and ends with it.
// node load-demo.ts <address of the server> <tenant>
import { join } from 'node:path'
import { root } from '../workspace.ts'
import { ApiSession } from './load/api-session.ts'
import { loadBundle } from './load/load-bundle.ts'
import { readBundle } from './read-bundle.ts'

const [baseUrl = '', tenant = ''] = process.argv.slice(2)

/** The server was killed: the next one begins where this stopped. */
const onServerLost = () => process.exit(1)
process.on('disconnect', onServerLost)

/** Each name of a demo user is its own password. */
const signIn = (username: string): ApiSession =>
  new ApiSession({ baseUrl, identityUrl: baseUrl, credentials: { username, password: username } })

const bundle = await readBundle(join(root, 'demo', tenant, 'bundle.json'))
const { failures } = await loadBundle(signIn('admin'), tenant, bundle, {
  width: 4,
  signIn,
  onProgress: (done, total) => process.send?.({ done, total }),
})
if (failures.length > 0) throw new Error(failures.map(({ subject, message }) => `${subject} ${message}`).join('\n'))
process.off('disconnect', onServerLost)
process.disconnect?.()
