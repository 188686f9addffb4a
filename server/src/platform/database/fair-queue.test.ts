import { describe, expect, it } from '@rstest/core'
import { begunMs, FairQueue, type FairQueueSettings } from './fair-queue.ts'

const roomy: FairQueueSettings = {
  places: 1,
  placesAlone: 1,
  placesOfTenant: 1,
  placesOfCaller: 1,
  begunOfTenant: 100,
  waiting: 1_000,
  waitingOfCaller: 1_000,
}

let now = 0
const queueOf = (settings: Partial<FairQueueSettings> = {}) =>
  new FairQueue<string>({ ...roomy, ...settings }, () => now)
type Queue = ReturnType<typeof queueOf>

/** `acme.key` is a caller of a tenant, `acme.` the server's own work for it. */
const claimantOf = (name: string) => {
  const [tenant = '', caller = ''] = name.split('.')
  return { tenant, caller: caller === '' ? undefined : caller }
}

const add = (queue: Queue, ...names: string[]): string[] =>
  names.flatMap((name) => {
    const { refused } = queue.add(claimantOf(name), name)
    return refused === undefined ? [] : [refused.entry]
  })

const times = (count: number, name: string): string[] => Array.from({ length: count }, () => name)

/** What a turn is taken to cost where nothing is known: turns of this length are charged rightly from the first on. */
const usual = 5

/** Serves them one after the other. */
const serve = (queue: Queue, most: number, costs: Readonly<Record<string, number>> = {}): string[] => {
  const served: string[] = []
  while (served.length < most) {
    const turn = queue.next()
    if (turn === undefined) break
    served.push(turn.entry)
    queue.end(turn, costs[turn.entry] ?? usual)
  }
  return served
}

/** Begins as many as may be under way at once. */
const begin = (queue: Queue): string[] => {
  const begun: string[] = []
  for (let turn = queue.next(); turn !== undefined; turn = queue.next()) begun.push(turn.entry)
  return begun
}

const countOf = (served: readonly string[], name: string) => served.filter((each) => each === name).length

describe('turns of equal length', () => {
  it.each([
    ['of one caller, as they came', 'a.x a.x a.x', 'a.x a.x a.x'],
    ['of two callers in turns, however many of one came first', 'a.x a.x a.x a.y a.y', 'a.x a.y a.x a.y a.x'],
    ['of two tenants in turns, however many callers one has', 'a.x a.y a.z b.x b.x', 'a.x b.x a.y b.x a.z'],
    ['of the server itself among those of callers', 'a.x a.x a. a.', 'a.x a. a.x a.'],
  ])('are served %s', (_what, asked, order) => {
    const queue = queueOf()
    add(queue, ...asked.split(' '))
    expect(serve(queue, 100).join(' ')).toBe(order)
  })

  it.each([
    ['is new', 0],
    ['was there before', 1],
  ])(
    'are no credit for the time before: who comes late and %s takes turns with the others from then on',
    (_who, before) => {
      const queue = queueOf()
      add(queue, ...times(before, 'b.x'))
      serve(queue, before)
      add(queue, ...times(100, 'a.x'))
      serve(queue, 50)
      add(queue, ...times(100, 'b.x'))
      const served = serve(queue, 20)
      expect(served.slice(0, 2)).toContain('b.x')
      expect(countOf(served, 'a.x')).toBeGreaterThanOrEqual(9)
      expect(countOf(served, 'b.x')).toBeGreaterThanOrEqual(9)
    },
  )
})

describe('turns of different length', () => {
  it.each([
    ['callers of one tenant', 'a.costly', 'a.cheap'],
    ['tenants', 'a.costly', 'b.cheap'],
  ])('give %s the same time, not as many turns', (_who, costly, cheap) => {
    const queue = queueOf()
    add(queue, ...times(200, costly), ...times(200, cheap))
    const served = serve(queue, 110, { [costly]: 10 * usual })
    expect(countOf(served, cheap)).toBeGreaterThanOrEqual(98)
    expect(countOf(served, costly)).toBeGreaterThanOrEqual(9)
  })

  it('cost the tenant, whoever of it took the time', () => {
    const queue = queueOf()
    add(queue, ...times(50, 'a.costly'), ...times(50, 'a.cheap'), ...times(100, 'b.cheap'))
    const served = serve(queue, 100, { 'a.costly': 10 * usual })
    const time = (names: readonly string[], cost: number) => names.length * cost
    const ofA = time(times(countOf(served, 'a.costly'), ''), 10) + countOf(served, 'a.cheap')
    expect(Math.abs(ofA - countOf(served, 'b.cheap'))).toBeLessThanOrEqual(10)
  })

  it('are charged when they begin with what those before them took', () => {
    const queue = queueOf({ places: 22, placesAlone: 22, placesOfTenant: 22, placesOfCaller: 22 })
    add(queue, ...times(10, 'a.costly'), ...times(100, 'a.cheap'))
    serve(queue, 110, { 'a.costly': 10 * usual })
    add(queue, ...times(22, 'a.costly'), ...times(22, 'a.cheap'))
    // None of them has ended.
    expect(countOf(begin(queue), 'a.cheap')).toBeGreaterThanOrEqual(18)
  })
})

describe('places', () => {
  const places = { places: 12, placesAlone: 8, placesOfTenant: 6, placesOfCaller: 4 }

  it.each([
    ['of one caller who asks alone are a part', { 'a.x': 20 }, { 'a.x': 8 }],
    ['of callers of one tenant are fewer', { 'a.x': 20, 'a.y': 20 }, { 'a.x': 4, 'a.y': 4 }],
    ['of a tenant that asks alone are a part', { 'a.x': 20, 'a.y': 20, 'a.z': 20 }, { 'a.x': 3, 'a.y': 3, 'a.z': 2 }],
    ['of tenants are fewer', { 'a.x': 20, 'b.x': 20 }, { 'a.x': 6, 'b.x': 6 }],
    ['are left for another tenant', { 'a.x': 20, 'a.y': 20, 'b.x': 2 }, { 'a.x': 3, 'a.y': 3, 'b.x': 2 }],
    ['of the server itself are all of them', { 'a.': 20 }, { 'a.': 12 }],
  ])('%s', (_what, asked, begun) => {
    const queue = queueOf(places)
    for (const [name, count] of Object.entries(asked)) add(queue, ...times(count, name))
    const names = begin(queue)
    expect(Object.fromEntries(Object.keys(begun).map((name) => [name, countOf(names, name)]))).toEqual(begun)
  })

  it.each([
    ['fewer while the other one has asked a moment ago', 5_000, 4],
    ['more again when it asks no longer', 15_000, 8],
  ])('are %s', (_when, later, most) => {
    const queue = queueOf(places)
    add(queue, 'a.other')
    serve(queue, 1)
    now += later
    add(queue, ...times(20, 'a.x'))
    expect(begin(queue)).toHaveLength(most)
  })

  it('of a tenant begin one at a time while another one asks, so that its short turns keep one processor busy', () => {
    const queue = queueOf({ ...places, begunOfTenant: 1 })
    add(queue, 'a.x', 'a.y', 'a.z', 'b.x')
    expect(begin(queue)).toEqual(['a.x', 'b.x'])
  })

  it('are free for the others of the tenant a moment after a long turn began', () => {
    const queue = queueOf({ ...places, begunOfTenant: 1 })
    add(queue, 'a.long', 'b.x')
    begin(queue)
    add(queue, 'a.x', 'a.y')
    expect(begin(queue)).toEqual([])
    now += begunMs
    expect(begin(queue)).toEqual(['a.x'])
    now += begunMs
    expect(begin(queue)).toEqual(['a.y'])
  })

  it('of a tenant begin at once while no other one asks', () => {
    now += 60_000
    const queue = queueOf({ ...places, begunOfTenant: 1 })
    add(queue, 'a.x', 'a.y')
    expect(begin(queue)).toEqual(['a.x', 'a.y'])
  })

  it('are given to the next one when a turn ends', () => {
    const queue = queueOf(places)
    add(queue, ...times(9, 'a.x'))
    const first = queue.next()
    expect(begin(queue)).toHaveLength(7)
    if (first !== undefined) queue.end(first, 1)
    expect(begin(queue)).toEqual(['a.x'])
    expect(queue.counts).toMatchObject({ running: 8, waiting: 0 })
  })
})

describe('the line', () => {
  it('of one caller is bounded, and the others are let in', () => {
    const queue = queueOf({ waitingOfCaller: 3 })
    expect(add(queue, ...times(5, 'a.x'), 'a.y', 'b.x')).toEqual(['a.x', 'a.x'])
    expect(queue.counts.waiting).toBe(5)
  })

  it('that is full sends away the last of whoever has most waiting, of the tenant with most waiting', () => {
    const queue = queueOf({ waiting: 6 })
    expect(add(queue, ...times(4, 'a.x'), ...times(2, 'a.y'), 'b.x', 'b.x', 'a.y')).toEqual(['a.x', 'a.x', 'a.y'])
    expect(begin(queue)).toHaveLength(1)
    expect(queue.counts).toMatchObject({ running: 1, waiting: 5 })
  })

  it('is left by who waits no longer, and only once', () => {
    const queue = queueOf()
    const { turn } = queue.add(claimantOf('a.x'), 'gone')
    add(queue, 'a.x')
    queue.leave(turn)
    queue.leave(turn)
    expect(serve(queue, 10)).toEqual(['a.x'])
    expect(queue.counts).toMatchObject({ running: 0, waiting: 0 })
  })
})
