import { describe, expect, it } from '@rstest/core'
import type { RemoteDefinition } from './remote.ts'
import { routesOf } from './remote.ts'

const staticHalf = { name: 'orders', screens: { '/orders': { titleKey: 'a' }, '/orders/:orderId': { titleKey: 'b' } } }
const strings = {}

/** `// @ts-expect-error` fails the compiler's run where the line below it has no error. */
const whole: RemoteDefinition<typeof staticHalf> = {
  strings,
  screens: { '/orders': <p>all</p>, '/orders/:orderId': <p>one</p> },
}
export const checked: RemoteDefinition<typeof staticHalf>[] = [
  whole,
  // @ts-expect-error: remote.json has a path that this has no screen of.
  { strings, screens: { '/orders': null } },
  // @ts-expect-error: it has a screen of a path that remote.json lacks.
  { strings, screens: { '/orders': null, '/orders/:orderId': null, '/returns': null } },
]

const filling = { ...staticHalf, fills: { 'item.panel': { open: { titleKey: 'c' } } } }
const open = async () => () => null
const openOrder = async () => (_order: { orderId: string }) => null
export const checkedFills: RemoteDefinition<typeof filling>[] = [
  { ...whole, fills: { 'item.panel': { open } } },
  // @ts-expect-error: remote.json has a fill that this does not fetch.
  { ...whole, fills: { 'item.panel': {} } },
  // @ts-expect-error: the slot gives nothing of that name.
  { ...whole, fills: { 'item.panel': { open: openOrder } } },
  // @ts-expect-error: it fills a slot that remote.json does not name.
  { ...whole, fills: { 'item.panel': { open }, 'item.actions': { open } } },
]

describe('the screens of a section', () => {
  it('are routes by their paths', () => {
    expect(routesOf(whole).map(({ path }) => path)).toEqual(['/orders', '/orders/:orderId'])
  })

  it('stand in the frame, where there is one', () => {
    const [frame] = routesOf({ ...whole, frame: <main /> })
    expect(frame?.path).toBeUndefined()
    expect(frame?.children).toHaveLength(2)
  })
})
