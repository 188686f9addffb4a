// Builds the apps that have changed, then runs the whole product in a process of its own, which is started again where
// it ends by itself.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { keepRunning } from '../start/keep-running.ts'

// Another process builds: what it has loaded would take memory here for as long as the product runs.
const beforeBuild = performance.now()
const build = fork(new URL('./build.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
let built: unknown
build.on('message', (message) => {
  built = message
})
const [code] = await once(build, 'exit')
if (code !== 0) process.exit(1)
// The time of building is not counted; that since the process started is, with the time before the first line here.
const before = Array.isArray(built) && built.length > 0 ? beforeBuild : performance.now()
process.exit(await keepRunning(new URL('../start/product.ts', import.meta.url), [String(Math.round(before))]))
