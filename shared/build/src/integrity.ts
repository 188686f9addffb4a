import { createHash } from 'node:crypto'
import type { RsbuildPlugin } from '@rsbuild/core'

const manifestName = 'mf-manifest.json'
/** What a browser runs or applies, and what a server reads of a section. */
const isHashed = (name: string): boolean =>
  /\.(?:m?js|css)$/.test(name) || ['remote.json', 'strings.json'].includes(name)

/** The hashes of all files, for whoever stores a build. */
const integrityName = 'integrity.json'

interface Manifest {
  readonly metaData: { readonly remoteEntry: { readonly path: string; readonly name: string } }
  readonly exposes: readonly {
    readonly assets: { readonly js: { sync: string[] }; readonly css: { sync: string[] } }
  }[]
}

/**
 * Writes the hash of each file of a section, as `integrity` of HTML has it: into the manifest those of the files that the shell and servers read
 * by it, and into a file beside it those of all. The entry has the hashes of the chunks that it loads itself, so who knows the manifest's
 * own hash knows all that runs. What nobody reads of the manifest is left out of it, as each page fetches it before the section.
 */
export function writeIntegrity(): RsbuildPlugin {
  return {
    name: 'pim:integrity',
    setup(api) {
      api.processAssets({ stage: 'report' }, ({ assets, compilation, sources: { RawSource } }) => {
        const asset = compilation.getAsset(manifestName)
        if (!asset) throw new Error(`The build has no ${manifestName}.`)
        const { shared: _shared, ...manifest } = JSON.parse(asset.source.source().toString()) as Manifest & {
          shared: unknown
        }
        const integrity = Object.fromEntries(
          Object.entries(assets)
            .filter(([name]) => isHashed(name))
            .map(([name, source]) => [name, `sha256-${createHash('sha256').update(source.source()).digest('base64')}`])
            .sort(),
        )
        const read = new Set([...filesOf(manifest), 'remote.json', 'strings.json'])
        const ofManifest = Object.fromEntries(Object.entries(integrity).filter(([name]) => read.has(name)))
        const exposes = manifest.exposes.map(({ assets: { js, css }, ...exposed }) => ({
          ...exposed,
          assets: { js: { sync: js.sync }, css: { sync: css.sync } },
        }))
        const text = JSON.stringify({ ...manifest, exposes, integrity: ofManifest })
        compilation.updateAsset(manifestName, new RawSource(text))
        compilation.emitAsset(integrityName, new RawSource(JSON.stringify(integrity)))
      })
    },
  }
}

/** What the shell loads before any code of the section runs. */
const filesOf = ({ metaData: { remoteEntry }, exposes }: Manifest): readonly string[] => [
  remoteEntry.path + remoteEntry.name,
  ...exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...css.sync]),
]
