import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hostConfig } from '../../shared/build/src/index.ts'
import { root } from '../workspace.ts'

/**
 * Sections bring a hot reload of their own, but only one copy of react-dom is on the page. Each of them finds it here:
 * a hook that is there before React is, and that remembers whoever has drawn with it.
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

/** The shell as it is built, beside a server that answers for everything else. */
export default {
  ...config,
  html: { ...config.html, tags: [{ tag: 'script', head: true, append: false, children: refreshHook }] },
  server: { ...config.server, proxy: { '/api': process.env.PIM_DEV_API ?? 'http://localhost:3000' } },
}
