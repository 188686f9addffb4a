import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startProduct } from './product.ts'
import { figuresOf, printTable } from './table.ts'

const barMs = 3_000

/** Starts the product over and over on the same data: after it was stopped, and after it was killed. */
export async function benchStartUp(port: number, dataFolder: string, runs: number): Promise<boolean> {
  const [afterStop, afterKill, bare]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run < runs; run++) {
    bare.push(await npmAlone())
    const product = await startProduct(port, dataFolder)
    afterStop.push(product.readyMs)
    await product.kill()
    const again = await startProduct(port, dataFolder)
    afterKill.push(again.readyMs)
    await again.stop()
  }
  const row = (what: string, times: number[]) => {
    const { p50, most } = figuresOf(times)
    return {
      what,
      p50,
      p99: most,
      beside: { what: 'npm with nothing to do', value: figuresOf(bare).p50 },
      bar: `p50 < ${barMs}`,
      isMet: p50 < barMs,
    }
  }
  return printTable('Start on an installed tree', [
    row('npm start to the sign-in form', afterStop),
    row('the same after a kill of server and database', afterKill),
  ])
}

/** What npm itself takes before it starts anything. */
async function npmAlone(): Promise<number> {
  const started = performance.now()
  await once(spawn('npm', ['--version'], { stdio: 'ignore' }), 'close')
  return performance.now() - started
}
