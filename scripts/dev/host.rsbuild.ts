import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hostConfig } from '../../shared/build/src/index.ts'
import { root } from '../workspace.ts'

/**
 * A React DevTools hook that is installed before React and records its renderers. Each section has its own
 * react-refresh runtime, but the page has only one react-dom: through this hook all of them find it, so hot reload
 * works in sections.
 */
const refreshHook = `
  const renderers = new Map()
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
    renderers,
    supportsFiber: true,
    inject(renderer) { renderers.set(renderers.size + 1, renderer); return renderers.size },
    onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
  }`

const config = hostConfig(pathToFileURL(join(root, 'host', 'rsbuild.config.ts')).href)

/** The shell's own configuration, with a proxy to the server for the API. */
export default {
  ...config,
  html: { ...config.html, tags: [{ tag: 'script', head: true, append: false, children: refreshHook }] },
  server: { ...config.server, proxy: { '/api': process.env.PIM_DEV_API ?? 'http://localhost:3000' } },
}
