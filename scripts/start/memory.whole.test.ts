import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, rstest } from '@rstest/core'
import { watched } from '../../server/testing/server-process.ts'
import { untilDemoIsThere } from '../bench/demo-is-there.ts'
import { memoryOfAll } from '../bench/process-memory.ts'

// The whole demo is loaded, which takes minutes on a busy machine.
rstest.setConfig({ testTimeout: 900_000 })

// Only Linux tells what each process takes of the memory that several of them share.
it.skipIf(process.platform !== 'linux')(
  'the first start takes at most 512 MB in all its processes until the demo is there',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pim-memory-'))
    const port = await freePort()
    const program = new URL('./product.ts', import.meta.url).href
    const code = `import { keepRunning } from ${JSON.stringify(new URL('./keep-running.ts', import.meta.url).href)}
      process.exit(await keepRunning(new URL('${program}'), []))`
    const product = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: join(tmpdir(), 'pim-main-compiled'),
        PORT: String(port),
        PIM_DATA_DIR: folder,
        PIM_DRAIN_MS: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { ended, output } = watched(product)
    let most = 0
    const sampler = setInterval(() => {
      most = Math.max(most, memoryOfAll(product.pid ?? 0))
    }, 500)
    try {
      await Promise.race([once(product, 'exit'), untilDemoIsThere(`http://localhost:${port}`)])
      expect([product.exitCode, output()]).toEqual([null, expect.stringContaining('Ready in')])
      // Fewer than these would be a measurement that has missed the processes.
      expect(most).toBeGreaterThan(150)
      expect(most).toBeLessThan(512)
    } finally {
      clearInterval(sampler)
      product.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
)

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
