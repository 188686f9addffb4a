import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'
import { dividedModules, packageIndexOf, standIns } from './shared-modules.ts'

/**
 * Makes imports of a shared package imports of its own index, which module federation leaves alone: in its list of shared
 * exports, which would otherwise import itself, and everywhere in the shell where the module is lent in two parts.
 */
export function resolveSharedExportsToPackage(appFolder: string): RsbuildPlugin {
  return {
    name: 'pim:shared-exports-resolution',
    setup(api) {
      const takeFromIndex = (name: string, test: RegExp | ((path: string) => boolean)) => {
        const index = JSON.stringify(packageIndexOf(name, appFolder))
        api.transform({ test }, ({ code }) =>
          code.replaceAll(/(from\s+)(['"])([^'"]+)\2/g, (statement, from: string, _quote, request: string) =>
            request === name ? from + index : statement,
          ),
        )
      }
      const divided = new Set(dividedModules.map(({ name }) => name))
      for (const name of divided) takeFromIndex(name, /\.tsx?$/)
      for (const { name, file } of standIns) {
        if (!divided.has(name)) takeFromIndex(name, (path) => path === file)
      }
    },
  }
}

/**
 * Takes the federation runtime as ES modules. The bundler resolves parts of it to CommonJS files, of which nothing that
 * is unused can be left out; that was 4 kB in each section's entry.
 */
export function federationAsModules(): RsbuildPlugin {
  return {
    name: 'pim:federation-as-modules',
    setup(api) {
      api.modifyRspackConfig((_config, { rspack, appendPlugins }) => {
        const commonJs = /@module-federation[\\/][\w-]+[\\/]dist[\\/]index\.cjs$/
        appendPlugins(
          new rspack.NormalModuleReplacementPlugin(commonJs, (resource) => {
            const asModule = (path: string) =>
              ['.js', '.mjs'].map((ending) => path.replace(/\.cjs$/, ending)).find((file) => existsSync(file)) ?? path
            // Once for the request, and once for the file that it was resolved to.
            const { createData } = resource
            if (createData?.resource) createData.resource = asModule(createData.resource)
            else resource.request = asModule(resource.request)
          }),
        )
      })
    },
  }
}

/**
 * Replaces `{{key}}` in index.html by the string of that key, because the page shows text before any script has run.
 */
export function insertPageStrings(folder: string): RsbuildPlugin {
  return {
    name: 'pim:page-strings',
    setup(api) {
      api.modifyHTML((html) => {
        const strings = JSON.parse(readFileSync(join(folder, 'locales/en-US.json'), 'utf8')) as Record<string, string>
        return html.replace(/{{([\w.-]+)}}/g, (_, key: string) => {
          const text = strings[key]
          if (text === undefined) throw new Error(`index.html wants the string ${key}, which locales/en-US.json lacks.`)
          return text
        })
      })
    },
  }
}

/** The words of the shell that are there where nothing else comes: those of the error pages. */
const isFirstString = (key: string): boolean => /^shell\.(?:error\.|(?:title|loading|logout)$)/.test(key)

/**
 * Leaves all but these words out of `host/src/language/first-strings.ts`. The others are sent by the server, and fetched
 * from the shell only where they did not come, so a page does not wait for both.
 */
export function keepFirstStrings(folder: string): RsbuildPlugin {
  return {
    name: 'pim:first-strings',
    setup(api) {
      api.transform({ test: /[\\/]host[\\/]src[\\/]language[\\/]first-strings\.ts$/ }, ({ addDependency }) => {
        const file = join(folder, 'locales/en-US.json')
        addDependency(file)
        const strings = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
        return `export const firstStrings = ${JSON.stringify(Object.fromEntries(strings.filter(([key]) => isFirstString(key))))}`
      })
    },
  }
}

/** Lets the styles that are written into the page carry the nonce of the reply, without which the policy refuses them. */
export function pageStylesWithNonce(nonce: string): RsbuildPlugin {
  return {
    name: 'pim:page-styles-with-nonce',
    setup(api) {
      api.modifyHTML({ order: 'post', handler: (html) => html.replaceAll('<style>', `<style nonce="${nonce}">`) })
    },
  }
}

/**
 * Turns the scripts of index.html into links that only fetch them, and lets the page start with `script`. That script
 * adds them once somebody is signed in, so nothing of the application runs before the way to the sign-in.
 */
export function appScriptsAfterSignIn(script: string): RsbuildPlugin {
  return {
    name: 'pim:scripts-after-sign-in',
    setup(api) {
      api.modifyHTMLTags(({ headTags, bodyTags }) => {
        const asLink = (tag: (typeof headTags)[number]) => {
          const src = tag.tag === 'script' ? tag.attrs?.src : undefined
          if (typeof src !== 'string') return tag
          // Behind the sign-in, which is small and needed first.
          const attrs = { rel: 'preload', as: 'script', href: src, fetchpriority: 'low', 'data-application': true }
          return { tag: 'link', attrs, head: true }
        }
        const first = { tag: 'script', attrs: { src: script, defer: true }, head: true }
        return { headTags: [first, ...headTags.map(asLink)], bodyTags: bodyTags.map(asLink) }
      })
    },
  }
}
