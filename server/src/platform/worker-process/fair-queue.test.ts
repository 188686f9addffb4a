import { describe, expect, it } from '@rstest/core'
import { FairQueue } from './fair-queue.ts'

const anybody = () => true

function taken(queue: FairQueue<string>, may: (tenantId: string) => boolean = anybody): string[] {
  const all: string[] = []
  for (let next = queue.take(may); next !== undefined; next = queue.take(may)) all.push(next.work)
  return all
}

describe('a fair queue', () => {
  it('gives each tenant a turn after the other, however much one of them has', () => {
    const queue = new FairQueue<string>()
    for (const work of ['a1', 'a2', 'a3', 'a4', 'a5']) queue.add('a', work)
    for (const work of ['b1', 'b2']) queue.add('b', work)
    queue.add('c', 'c1')
    expect(taken(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', 'a5'])
  })

  it('passes over a tenant that may not have its turn yet, and keeps its work', () => {
    const queue = new FairQueue<string>()
    for (const work of ['a1', 'a2']) queue.add('a', work)
    queue.add('b', 'b1')
    expect(taken(queue, (tenantId) => tenantId !== 'a')).toEqual(['b1'])
    expect([queue.countOf('a'), queue.countOf('b')]).toEqual([2, 0])
  })

  it('forgets work that is taken back, and all of it when it is emptied', () => {
    const queue = new FairQueue<string>()
    for (const work of ['a1', 'a2']) queue.add('a', work)
    queue.add('b', 'b1')
    queue.remove('a', 'a1')
    queue.remove('b', 'b1')
    expect(queue.takeAll()).toEqual(['a2'])
    expect(taken(queue)).toEqual([])
  })
})
