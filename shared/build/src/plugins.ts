import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'
import { packageIndexOf, standIns } from './shared-modules.ts'

/**
 * A list of shared exports imports from the package that it replaces, and module federation would resolve that import
 * to the list itself. Rewrites it to the path of the package's own index.
 */
export function resolveSharedExportsToPackage(appFolder: string): RsbuildPlugin {
  return {
    name: 'pim:shared-exports-resolution',
    setup(api) {
      for (const { name, file } of standIns) {
        api.transform({ test: (path: string) => path === file }, ({ code }) =>
          code.replaceAll(/(from\s+)(['"])([^'"]+)\2/g, (statement, from: string, _quote, request: string) =>
            request === name ? from + JSON.stringify(packageIndexOf(name, appFolder)) : statement,
          ),
        )
      }
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
