// The shell itself has no use for it: a module that nobody imports is not lent to sections.
import '@pim/shell/settings'
import {
  getInstance,
  loadRemote,
  loadShare,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime'
import { lazilyLent } from './lazily-lent.ts'
import type { SectionBuild } from './manifests.ts'
import { SectionFailure } from './section-failure.ts'

/** The calls of the federation runtime that are used; tests pass their own. */
export interface Federation {
  /** Runs a build and gives the module that it exposes. Each attempt starts from nothing. */
  load: (build: SectionBuild, attempt: number) => Promise<unknown>
  /** A module that the shell lends to sections; of one that it lends lazily only the names. */
  lentModule: (name: string) => Promise<object | undefined>
}

/**
 * Loads builds through module federation. The manifest is read by the shell and not by the federation runtime, which
 * keeps one manifest for each section, runs a section before its stylesheet has come, and does not say when that
 * never comes.
 */
export function federationRuntime(fileDeadline: number): Federation {
  /** By the URL of an entry. */
  const integrityOf = new Map<string, string | undefined>()
  const plugin: ModuleFederationRuntimePlugin = {
    name: 'pim-loading',
    createScript: ({ url }) => ({ script: newScript(url, integrityOf.get(url)), timeout: fileDeadline }),
  }
  registerPlugins([plugin])
  return {
    async load(build, attempt) {
      const query = queryOf(attempt)
      if (attempt > 1) dropEarlierAttempt(build)
      const styles = build.styles.map((style) => loadStyle(style, query, build.integrity[style]))
      integrityOf.set(build.entry + query, build.integrity[build.entry])
      // Fetched beside the entry, which would otherwise ask for them only once it runs.
      for (const script of build.scripts) addScript(script + query, build.integrity[script])
      // `force` makes the runtime drop the container of an earlier attempt.
      registerRemotes([{ name: build.name, entry: build.entry + query, type: 'global' }], { force: true })
      const [module] = await Promise.all([loadRemote(`${build.name}/remote`), ...styles])
      return module
    },
    async lentModule(name) {
      const names = lazilyLent[name]
      if (names) return Object.fromEntries(names.map((each) => [each, true]))
      // The runtime throws of a module that it does not know. A section that wants one is of a later release.
      if (getInstance()?.options.shared[name] === undefined) return undefined
      const factory = await loadShare<object>(name)
      return factory ? factory() : undefined
    },
  }
}

/**
 * Added to the URLs of a later attempt, because the browser makes a second request for a URL wait while the first one
 * hangs, and keeps what came broken. The section adds it to the URLs of its own chunks.
 */
export const queryOf = (attempt: number): string => (attempt > 1 ? `?attempt=${attempt}` : '')

/** The scripts that hang would be waited for, and the chunks that came would be run, by the next attempt. */
function dropEarlierAttempt({ name, entry }: SectionBuild): void {
  const folder = new URL('.', entry).href
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(folder)) script.remove()
  Reflect.deleteProperty(globalThis, `chunk_${name}`)
}

/** A script that runs only where its bytes have the hash, if there is one. Chunks are compared by the code that loads them. */
function newScript(src: string, integrity: string | undefined): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = src
  compareBytes(script, integrity)
  return script
}

function compareBytes(element: HTMLScriptElement | HTMLLinkElement, integrity: string | undefined): void {
  if (integrity === undefined) return
  element.integrity = integrity
  // A file from another origin is compared only where that origin allows it to be read.
  element.crossOrigin = 'anonymous'
}

function addScript(src: string, integrity: string | undefined): void {
  const script = newScript(src, integrity)
  // The section waits for the element of a chunk that it finds, so one that has failed is taken away.
  script.onload = script.onerror = () => script.remove()
  document.head.append(script)
}

/** Resolves once the stylesheet applies. */
function loadStyle(href: string, query: string, integrity: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    const earlier = document.querySelectorAll(`link[data-href="${CSS.escape(href)}"]`)
    link.rel = 'stylesheet'
    link.href = href + query
    compareBytes(link, integrity)
    // By this the code of the section finds it and asks for no second one.
    link.dataset.href = href
    link.onload = () => {
      for (const each of earlier) each.remove()
      resolve()
    }
    link.onerror = () => {
      link.remove()
      reject(new SectionFailure('style', `${href} could not be fetched.`))
    }
    document.head.append(link)
  })
}
