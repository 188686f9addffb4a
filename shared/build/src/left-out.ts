import { join } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'
import { sharedFolder } from './shared-modules.ts'

interface Replacement {
  /** The folder of the module that imports the part, from its package on. */
  readonly folder: RegExp
  /** What that module imports. */
  readonly request: RegExp
  /** What it gets, with the same exports as far as they are used. From the shell's folder, or from that of `@pim/ui`. */
  readonly file: { readonly host: string } | { readonly ui: string }
}

/**
 * Parts of libraries that every page would load and that none uses, or none before something is opened. The libraries
 * offer no way to leave them out, so the build of the shell puts small files in their place. A release of a library that
 * moves such a part brings its code back, and the test of the first load tells.
 */
const replacements: readonly Replacement[] = [
  // Fetched when the first text is shown.
  { folder: /@mui\/material\/Tooltip$/, request: /^\.\.\/Popper\/index\.mjs$/, file: { ui: 'tooltip-popper.ts' } },
  { folder: /@mui\/material\/Tooltip$/, request: /^\.\.\/Grow\/index\.mjs$/, file: { ui: 'tooltip-grow.ts' } },
  // Fetched when the first button is busy.
  {
    folder: /@mui\/material\/(?:Icon)?Button$/,
    request: /^\.\.\/CircularProgress\/index\.mjs$/,
    file: { ui: 'button-progress.ts' },
  },
  {
    folder: /@mui\/material\/ButtonBase$/,
    request: /^\.\.\/useLazyRipple\/index\.mjs$|^\.\/TouchRipple\.mjs$/,
    file: { host: 'no-ripple.ts' },
  },
  {
    folder: /@emotion\/react\/(?:_isolated-hnrs\/)?dist$/,
    request: /^hoist-non-react-statics$/,
    file: { host: 'static-members.ts' },
  },
  {
    folder: /@mui\/system\/cssVars$/,
    request: /\/InitColorSchemeScript\.mjs$/,
    file: { host: 'color-scheme-script.ts' },
  },
  {
    folder: /react-router\/.*\/router$/,
    request: /^\.\/instrumentation\.js$/,
    file: { host: 'router-instrumentation.ts' },
  },
  {
    folder: /react-router\/.*\/lib(?:\/dom)?$/,
    request: /\/ssr\/components\.js$/,
    file: { host: 'router-server-parts.ts' },
  },
  {
    folder: /@module-federation\/runtime-core\/dist(?:\/remote)?$/,
    request: /\/snapshot\/SnapshotHandler\.js$/,
    file: { host: 'federation-snapshots.ts' },
  },
  {
    folder: /@module-federation\/runtime-core\/dist(?:\/remote)?$/,
    request: /\/utils\/preload\.js$/,
    file: { host: 'federation-preloading.ts' },
  },
]

const fileOf = ({ file }: Replacement, hostFolder: string): string =>
  'ui' in file ? join(sharedFolder, 'ui/src/shared-exports', file.ui) : join(hostFolder, 'src/left-out', file.host)

/** Fails the build where a library has no such part any more: what stands in for it may then be wrong elsewhere too. */
export function leaveOutUnused(hostFolder: string): RsbuildPlugin {
  return {
    name: 'pim:leave-out-unused',
    setup(api) {
      const unseen = new Set(replacements)
      api.modifyRspackConfig((_config, { rspack, appendPlugins }) => {
        appendPlugins(
          new rspack.NormalModuleReplacementPlugin(/^\.\.?\/|^hoist-/, (resource) => {
            const folder = resource.context.replaceAll('\\', '/')
            const found = replacements.find((one) => one.request.test(resource.request) && one.folder.test(folder))
            if (found === undefined) return
            unseen.delete(found)
            resource.request = fileOf(found, hostFolder)
          }),
        )
      })
      api.onAfterBuild(() => {
        const [first] = unseen
        if (first) throw new Error(`left-out.ts: nothing in ${first.folder} imports ${first.request}.`)
      })
    },
  }
}
