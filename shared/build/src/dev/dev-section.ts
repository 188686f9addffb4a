import { createServer } from 'node:net'
import { createRsbuild, loadConfig, mergeRsbuildConfig } from '@rsbuild/core'
import { readSection } from '../section.ts'
import { openFrame } from './frame.ts'

export interface DevSectionOptions {
  /** The folder of the section. */
  readonly folder: string
  readonly against: URL
  readonly port: number
  /**
   * A development build of the shell: changes are put into the open page. Left out: the page of the installation,
   * whose React cannot take them, so the page is loaded again.
   */
  readonly shellFolder?: string | undefined
}

export interface RunningSection {
  /** Where to open it. */
  readonly url: string
  close(): Promise<void>
}

/** Serves a section from its sources, in the frame of an installation. */
export async function devSection({ folder, against, port, shellFolder }: DevSectionOptions): Promise<RunningSection> {
  const { name, screens } = readSection(folder)
  process.env.NODE_ENV = shellFolder === undefined ? 'production' : 'development'
  const { content } = await loadConfig({ cwd: folder })
  const isHot = shellFolder !== undefined
  const sectionPort = await freePort(port + 1)
  const origin = `http://localhost:${sectionPort}`
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: mergeRsbuildConfig(content, {
      mode: isHot ? 'development' : 'production',
      dev: { hmr: isHot, liveReload: !isHot, client: { host: 'localhost', port: sectionPort, protocol: 'ws' } },
      // The page of the frame has another origin.
      server: { port: sectionPort, strictPort: true, cors: true, printUrls: false },
    }),
  })
  const { server } = await rsbuild.startDevServer()
  try {
    const frame = await openFrame({ port, against, section: { name, origin }, shellFolder })
    return {
      url: `http://localhost:${port}${Object.keys(screens)[0]}`,
      close: async () => {
        frame.closeAllConnections()
        frame.close()
        await server.close()
      },
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** The first free port from here on. */
export async function freePort(from: number): Promise<number> {
  for (let port = from; ; port++) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, 'localhost', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
