// Every app that a browser loads, as it is served: bundled, compressed, with the code of earlier releases beside it.
import { BuildFailed, buildApps } from '../build/build-apps.ts'

try {
  const built = await buildApps()
  console.log(built.length === 0 ? 'Everything is built already.' : `Built ${built.join(', ')}.`)
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error
  console.error(error.message)
  process.exit(1)
}
