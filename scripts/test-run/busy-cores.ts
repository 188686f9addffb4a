import { Worker } from 'node:worker_threads'

/** Keeps so many cores busy, as another program of the same priority would. Returns what ends it. */
export function keepCoresBusy(count: number): () => Promise<void> {
  const workers = Array.from({ length: count }, () => new Worker('for (;;) {}', { eval: true }))
  return async () => {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
