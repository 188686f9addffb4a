import { Worker } from 'node:worker_threads'

/**
 * Calls an exported function of a module in a worker thread; `result` is what it returns. The thread of the test stays
 * free, so the time-out of the test ends a call that takes (for example) quadratic time. `await using` ends the thread.
 */
export function runInThread<Result>(
  module: URL,
  name: string,
  ...args: readonly unknown[]
): { readonly result: Promise<Result> } & AsyncDisposable {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then((loaded) => parentPort.postMessage(loaded[workerData.name](...workerData.args)))`
  const worker = new Worker(source, { eval: true, workerData: { module: module.href, name, args } })
  return {
    result: new Promise<Result>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    }),
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
