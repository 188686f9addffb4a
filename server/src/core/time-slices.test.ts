import { createHash } from 'node:crypto'
import { expect, it } from '@rstest/core'
import { onBehalfOf } from './caller.ts'
import { firstSlice, inSlices, nextSlice } from './time-slices.ts'

const of = (tenantId: string) => ({ tenantId, name: 'anna' })

/** Takes so many slices one after the other, and notes the tenant in each. */
async function work(tenantId: string, slices: number, order: string[]): Promise<void> {
  await onBehalfOf(of(tenantId), async () => {
    for (let slice = 0; slice < slices; slice += 1) {
      await nextSlice()
      order.push(tenantId)
    }
  })
}

it('a tenant waits for one slice of another one, with however many calls that works at once', async () => {
  const order: string[] = []
  const busy = Array.from({ length: 32 }, () => work('busy', 5, order))
  const quiet = work('quiet', 5, order)
  await quiet
  // Each second slice is theirs, though thirty-two were in line before them.
  expect(order.slice(0, 10).filter((tenant) => tenant === 'quiet').length).toBeGreaterThanOrEqual(4)
  await Promise.all(busy)
  expect(order.length).toBe(33 * 5)
})

it('one slice begins in a turn of the event loop, so that what comes from sockets and the database is between two', async () => {
  let turns = 0
  let isCounting = true
  const count = () => {
    turns += 1
    if (isCounting) setImmediate(count)
  }
  setImmediate(count)
  const order: string[] = []
  await Promise.all(Array.from({ length: 20 }, () => work('busy', 2, order)))
  isCounting = false
  expect(turns).toBeGreaterThanOrEqual(39)
})

it('a call begins at once where no slice has begun in this turn, and else in its tenant’s turn', async () => {
  await nextSlice(of('quiet'))
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(firstSlice(of('busy'))).toBe(undefined)
  const order: string[] = []
  const begun = Array.from({ length: 30 }, () => firstSlice(of('busy'))?.then(() => order.push('busy')))
  await firstSlice(of('quiet'))?.then(() => order.push('quiet'))
  expect(order).toEqual(['busy', 'quiet'])
  await Promise.all(begun)
})

it('work in steps gives way when its slice is over', async () => {
  const bytes = Buffer.alloc(32 * 2 ** 20)
  const order: string[] = []
  const long = onBehalfOf(of('busy'), () =>
    inSlices(
      (function* () {
        for (let step = 0; step < 4; step += 1) {
          // More than a slice on any machine.
          createHash('sha256').update(bytes)
          order.push('step')
          yield
        }
      })(),
    ),
  )
  await work('quiet', 2, order)
  expect(order.indexOf('quiet')).toBeLessThan(3)
  await long
})
