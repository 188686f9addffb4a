// Builds the apps that have changed, then runs the whole product in a process of its own, which is started again where
// it ends by itself.
import { BuildFailed, buildApps } from '../build/build-apps.ts'
import { keepRunning } from '../start/keep-running.ts'

try {
  const beforeBuild = performance.now()
  const built = await buildApps()
  const now = performance.now()
  // The time of building is not counted; that since the process started is, with the time before the first line here.
  const before = built.length === 0 ? now : beforeBuild
  const product = new URL('../start/product.ts', import.meta.url)
  process.exit(await keepRunning(product, [String(Math.round(before))]))
} catch (error) {
  console.error(error instanceof BuildFailed ? `\n${error.message}\n` : error)
  process.exit(1)
}
