// Builds every app that a browser loads: bundles, compresses, and adds the hashed files of earlier releases.
import { BuildFailed, buildApps } from '../build/build-apps.ts'

try {
  const built = await buildApps()
  console.log(built.length === 0 ? 'Everything is built already.' : `Built ${built.join(', ')}.`)
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error
  console.error(error.message)
  process.exit(1)
}
