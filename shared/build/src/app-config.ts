import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { defineConfig, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { refuseWhatIsNotLent } from './lent-exports.ts'
import { fillInStrings, readListsFromTheirPackage, runStaticModules } from './plugins.ts'
import { emitSection, readSection } from './section.ts'
import { borrowedBySection, byAnotherName, lentByShell } from './shared-modules.ts'

const assets = 'assets'

/**
 * Everything but index.html, remoteEntry.js, mf-manifest.json, remote.json and strings.json lies under assets/ with its
 * content's hash in its name, and so may be kept for ever.
 */
const distPath = {
  root: 'dist',
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

const appConfig = (folder: string, plugins: RsbuildPlugin[], config: RsbuildConfig): RsbuildConfig =>
  defineConfig({
    root: folder,
    plugins: [pluginReact(), refuseWhatIsNotLent(), runStaticModules(), ...plugins],
    ...config,
    output: {
      distPath,
      // The browser policy refuses data: URLs for fonts, and whatever else a bundler likes to put in line.
      dataUriLimit: 0,
      overrideBrowserslist: ['chrome >= 120', 'firefox >= 121', 'safari >= 17.4'],
      ...config.output,
    },
    performance: { printFileSize: { compressed: true }, ...config.performance },
  })

/** The shell's bundler configuration, whole: `export default hostConfig(import.meta.url)`. */
export function hostConfig(configUrl: string): RsbuildConfig {
  const folder = dirname(fileURLToPath(configUrl))
  const sharing = pluginModuleFederation({
    name: 'host',
    ...federation,
    shared: lentByShell(folder),
    experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
  })
  return appConfig(folder, [readListsFromTheirPackage(folder), fillInStrings(folder), sharing], {
    source: { entry: { index: './src/index.ts' } },
    html: {
      template: './index.html',
      favicon: './src/favicon.svg',
    },
    // The face that nearly every word is set in, asked for before the style sheet that names it has come.
    performance: { preload: { type: 'all-assets', include: [/inter-latin-wght/] } },
  })
}

/** A section's bundler configuration, whole: `export default remoteConfig(import.meta.url)`. Its remote.json says the rest. */
export function remoteConfig(configUrl: string): RsbuildConfig {
  const folder = dirname(fileURLToPath(configUrl))
  const sharing = pluginModuleFederation({
    name: `section_${readSection(folder).name}`,
    filename: 'remoteEntry.js',
    ...federation,
    exposes: { './remote': './src/remote.tsx' },
    runtimePlugins: [join(import.meta.dirname, 'runtime/fresh-chunks.ts')],
    shared: borrowedBySection(folder),
    experiments: { externalRuntime: true, optimization: { target: 'web' } },
  })
  return appConfig(folder, [emitSection(folder), sharing], {
    source: { entry: {} },
    resolve: { alias: byAnotherName },
    // Its files are found beside its manifest, wherever that was put.
    output: { assetPrefix: 'auto' },
    tools: {
      htmlPlugin: false,
      // A chunk that hangs must not hold a screen for two minutes.
      rspack: { output: { chunkLoadTimeout: 10_000 } },
    },
  })
}
