import { Writable } from 'node:stream'
import { describe, expect, it } from '@rstest/core'
import { createLogger } from './index.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  const lines = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  write(createLogger({ level: 'debug', format: 'json' }, lines))
  return text
}

describe('the log', () => {
  it('holds no secrets', () => {
    const text = logged((log) => {
      log.info({ headers: { authorization: 'Bearer top', 'x-api-key': 'top', cookie: 'top' } }, 'seen')
      log.info({ authorization: 'top', password: 'top', body: { token: 'top', key: 'top' } }, 'seen')
      log.error({ err: new Error('cannot reach postgres://pim:top@db.internal/pim') }, 'failed')
    })
    expect(text).not.toContain('top')
    expect(text).toContain('postgres://pim:[secret]@db.internal/pim')
  })

  it('holds message and cause of an error, and nothing that is attached to it', () => {
    const cause = Object.assign(new Error('socket closed'), { code: 'ECONNRESET' })
    const error = Object.assign(new Error('failed', { cause }), { client: { secretKey: 4711 }, code: '57P01' })
    const { err, level, msg } = JSON.parse(logged((log) => log.error({ err: error }, 'trouble')))
    expect({ level, msg }).toEqual({ level: 'error', msg: 'trouble' })
    expect(err).toMatchObject({ type: 'Error', message: 'failed', code: '57P01' })
    expect(err.cause).toMatchObject({ message: 'socket closed', code: 'ECONNRESET' })
    expect(err.stack).toContain('logger.test')
    expect(JSON.stringify(err)).not.toContain('4711')
  })
})
