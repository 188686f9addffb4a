// The product in one process, as `npm start` runs it. Its argument: the milliseconds that have passed before it.
import { startServer } from '../../server/src/main.ts'
import { runServer } from '../../server/src/run-process.ts'

const before = Number(process.argv[2] ?? 0)

await runServer(
  () => startServer(process.env),
  (server) => {
    const lines = [
      server.origin,
      '',
      ...server.hints,
      '',
      `Ready in ${Math.round(before + performance.now())} ms. Ctrl-C stops all of it.`,
    ]
    return ['', ...lines.map((line) => `  ${line}`), '']
  },
)
