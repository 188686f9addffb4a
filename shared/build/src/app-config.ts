import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { defineConfig, type RsbuildConfig, type RsbuildPlugin, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { buildNameOf, folderVariable } from './build-name.ts'
import { carryCalls } from './calls.ts'
import { writeIntegrity } from './integrity.ts'
import { nameLazilyLent, takeLentModulesInParts } from './lazy-lending.ts'
import { collectNeeds } from './least-ranges.ts'
import { leaveOutUnused } from './left-out.ts'
import { writeNeededExports } from './needed-exports.ts'
import {
  appScriptsAfterSignIn,
  federationAsModules,
  insertPageStrings,
  keepFirstStrings,
  pageStylesWithNonce,
  resolveSharedExportsToPackage,
} from './plugins.ts'
import { emitSection, readSection } from './section.ts'
import { checkSharedImports } from './shared-exports.ts'
import { sharedAliases, sharedByHost, sharedByRemote } from './shared-modules.ts'

const assets = 'assets'

/** A build that is made anew with each change, where a page has some files of the one before. */
const isWatching = process.env.NODE_ENV === 'development'

const distFolder = process.env[folderVariable] ?? 'dist'

/**
 * All files but index.html, sign-in.js, session-worker.js, remoteEntry.js, mf-manifest.json, remote.json and strings.json
 * are put under assets/ with a content hash in their name, so that they can be cached for ever.
 */
const distPath = {
  root: distFolder,
  js: assets,
  jsAsync: assets,
  css: assets,
  cssAsync: assets,
  svg: assets,
  font: assets,
  image: assets,
  media: assets,
  assets,
}

const federation = { manifest: true, dts: false, shareStrategy: 'loaded-first' } as const
/** The shell reads manifests itself (`remotes/manifests.ts`), so the part of the runtime that does is left out. */
const optimization = { target: 'web', disableSnapshot: true } as const

const appConfig = (folder: string, plugins: RsbuildPlugin[], config: RsbuildConfig): RsbuildConfig =>
  defineConfig({
    root: folder,
    plugins: [pluginReact(), federationAsModules(), ...plugins],
    ...config,
    output: {
      distPath,
      // Inlines nothing: the content security policy refuses `data:` URLs for fonts.
      dataUriLimit: 0,
      // More than once, as what one pass leaves can become shorter in the next.
      minify: { jsOptions: { minimizerOptions: { ecma: 2022, compress: { ecma: 2022, passes: 4 } } } },
      overrideBrowserslist: ['chrome >= 120', 'firefox >= 121', 'safari >= 17.4'],
      ...config.output,
    },
    performance: { printFileSize: { compressed: true }, ...config.performance },
  })

/** The bundler configuration of the shell: `export default hostConfig(import.meta.url)`, with plugins of its own. */
export function hostConfig(configUrl: string, ownPlugins: readonly RsbuildPlugin[] = []): RsbuildConfig {
  const folder = dirname(fileURLToPath(configUrl))
  const sharing = pluginModuleFederation({
    name: 'host',
    ...federation,
    shared: sharedByHost(folder),
    experiments: { provideExternalRuntime: true, optimization },
  })
  return appConfig(
    folder,
    [
      checkSharedImports(false),
      carryCalls(),
      resolveSharedExportsToPackage(folder),
      nameLazilyLent(folder),
      insertPageStrings(folder),
      keepFirstStrings(folder),
      leaveOutUnused(folder),
      ...ownPlugins,
    ],
    {
      environments: {
        // Built apart, so that it holds nothing of the application.
        signIn: {
          source: { entry: { 'sign-in': './src/sign-in/start.ts' } },
          output: { distPath: { root: distFolder, js: '' }, filename: { js: '[name].js' } },
          // One file: the page knows no other.
          tools: { htmlPlugin: false, rspack: { optimization: { splitChunks: false } } },
        },
        web: {
          plugins: [sharing, appScriptsAfterSignIn('/sign-in.js'), pageStylesWithNonce('__CSP_NONCE__')],
          source: { entry: { index: './src/index.ts' } },
          // In the page itself, which is drawn a round trip earlier; the styles are a kilobyte.
          output: { inlineStyles: true },
          html: {
            template: './index.html',
            favicon: './src/favicon.svg',
          },
          // Preloads the regular font, which would otherwise be requested only after the style sheet.
          performance: { preload: { type: 'all-assets', include: [/inter-latin-wght/] } },
        },
        // Built apart, because the worker would get the runtime of module federation with a `new Worker` in the page's code.
        // The page knows the file by its name; it is small and asked for anew at each start.
        worker: {
          source: { entry: { 'session-worker': './src/session-worker/worker.ts' } },
          output: { target: 'web-worker', distPath: { root: distFolder, js: '' }, filename: { js: '[name].js' } },
        },
      },
    },
  )
}

/**
 * The bundler configuration of a section: `export default remoteConfig(import.meta.url)`. Reads name and paths from its
 * remote.json.
 */
export function remoteConfig(configUrl: string): RsbuildConfig {
  const folder = dirname(fileURLToPath(configUrl))
  const sharing = pluginModuleFederation({
    name: buildNameOf(readSection(folder).name, folder),
    filename: 'remoteEntry.js',
    ...federation,
    exposes: { './remote': './src/remote.tsx' },
    runtimePlugins: [join(import.meta.dirname, 'runtime/retry-query.ts')],
    shared: sharedByRemote(folder),
    experiments: { externalRuntime: true, optimization },
  })
  const needs = collectNeeds()
  const plugins = [
    checkSharedImports(true),
    carryCalls(needs.addCall),
    needs.plugin,
    emitSection(folder, needs.ranges),
    sharing,
    takeLentModulesInParts(),
    writeNeededExports(),
    ...(isWatching ? [] : [writeIntegrity()]),
  ]
  return appConfig(folder, plugins, {
    source: { entry: {} },
    resolve: { alias: sharedAliases },
    // Chunks are loaded from the URL that the manifest came from, wherever the section is hosted.
    output: { assetPrefix: 'auto' },
    tools: {
      htmlPlugin: false,
      rspack: {
        output: {
          // Lowers the default of two minutes, so that a chunk that hangs does not hold a screen for so long.
          chunkLoadTimeout: 10_000,
          // Without it a browser does not compare the hash of a file from another origin, and refuses it.
          crossOriginLoading: 'anonymous',
        },
        // Natural ids, in the order in which modules are needed: ids of hashes have the path of the folder in them, so the same sources would be
        // another release in another folder.
        ...(!isWatching && { optimization: { moduleIds: 'natural' } }),
        // The entry has the hashes of the chunks that it loads; the manifest has the one of the entry (`integrity.ts`).
        plugins: isWatching
          ? []
          : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], htmlPlugin: false })],
      },
    },
  })
}
