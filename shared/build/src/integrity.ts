import { createHash } from 'node:crypto'
import type { RsbuildPlugin } from '@rsbuild/core'

const manifestName = 'mf-manifest.json'
/** What a browser runs or applies, and what a server reads of a section. */
const isHashed = (name: string): boolean =>
  /\.(?:m?js|css)$/.test(name) || ['remote.json', 'strings.json'].includes(name)

/**
 * Writes into the manifest of a section the hash of each of its files, as `integrity` of HTML has it. The shell loads them
 * by these hashes, so who knows the manifest's own hash knows all that runs.
 */
export function writeIntegrity(): RsbuildPlugin {
  return {
    name: 'pim:integrity',
    setup(api) {
      api.processAssets({ stage: 'report' }, ({ assets, compilation, sources: { RawSource } }) => {
        const asset = compilation.getAsset(manifestName)
        if (!asset) throw new Error(`The build has no ${manifestName}.`)
        const manifest = JSON.parse(asset.source.source().toString()) as object
        const integrity = Object.fromEntries(
          Object.entries(assets)
            .filter(([name]) => isHashed(name))
            .map(([name, source]) => [name, `sha256-${createHash('sha256').update(source.source()).digest('base64')}`])
            .sort(),
        )
        compilation.updateAsset(manifestName, new RawSource(JSON.stringify({ ...manifest, integrity })))
      })
    },
  }
}
