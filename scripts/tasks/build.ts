// Builds every app that a browser loads: bundles, compresses, and adds the hashed files of earlier releases. Tells a process
// that has forked this one the names of those that were built.
import { BuildFailed, buildApps } from '../build/build-apps.ts'

try {
  const built = await buildApps()
  console.log(built.length === 0 ? 'Everything is built already.' : `Built ${built.join(', ')}.`)
  process.send?.(built)
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error
  console.error(`\n${error.message}\n`)
  process.exit(1)
}
