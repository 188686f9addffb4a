/**
 * Loaded into a process by `--import`, for tests of its end: SIGUSR2 makes a rejection that nobody handles, SIGALRM an
 * exception. Tells its process id, by which a test finds the server behind the process that watches it.
 */
import { writeSync } from 'node:fs'

writeSync(1, `fault planted in ${process.pid} ${process.argv[1]}\n`)
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a planted rejection', { cause: new Error('and its cause') }))
})
process.on('SIGALRM', () => {
  throw new Error('a planted exception')
})
