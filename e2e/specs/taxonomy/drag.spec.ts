import type { Locator, Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import { chromiumOptions } from '../../fixtures/chromium.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { type Planted, plantTaxonomy } from '../../fixtures/taxonomies.ts'

// Phones and tablets have the second switch on by themselves: a finger that rests on something draggable begins a drag.
test.use({
  hasTouch: true,
  launchOptions: { ...chromiumOptions, args: [...chromiumOptions.args, '--enable-touch-drag-drop'] },
})

interface Dragged {
  items: { mimeType: string; data: string }[]
  dragOperationsMask: number
}

let count = 0
const ownName = () => `Drag ${Date.now()}-${count++}`
const tools = { Hand: undefined, Hammer: 'Hand', Power: undefined, Wood: undefined }

const treeOf = (page: Page, name: string) => page.getByRole('tree', { name: `Concepts of ${name}` })
const row = (tree: Locator, name: string) => tree.getByRole('treeitem', { name, exact: false }).first()

type Part = 'top' | 'middle'

/** A point in the upper edge of a row, or in its middle. */
async function placeIn(target: Locator, part: Part): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is no such row.')
  return { x: Math.round(box.x + 60), y: Math.round(box.y + (part === 'top' ? 4 : box.height / 2)) }
}

/** A pointer never stands quite still. Under test the browser tells the page of every second move only. */
async function holdAt(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  for (const by of [3, 2, 1, 0]) await page.mouse.move(x, y + by)
}

async function dragOver(page: Page, from: Locator, to: Locator, part: Part): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await holdAt(page, await placeIn(to, part))
}

/** Names in the order of the tree, as the server has them. */
async function stored(origin: string, { taxonomyId }: Planted): Promise<string[]> {
  const { taxonomies } = await apiAs(origin, 'viewer')
  const { concepts } = await taxonomies.getTaxonomy({ params: { taxonomyId } })
  const nameOf = (id: string | null) => concepts.find(({ conceptId }) => conceptId === id)?.friendlyName
  return concepts.map(({ friendlyName, parentConceptId }) =>
    parentConceptId ? `${nameOf(parentConceptId)} / ${friendlyName}` : friendlyName,
  )
}

const lineOf = (target: Locator) => target.evaluate((element) => getComputedStyle(element, '::after').height)
const colourOf = (target: Locator) => target.evaluate((element) => getComputedStyle(element).backgroundColor)

test('a drag shows where the concept would go, and Escape leaves everything as it was', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const name = ownName()
  const planted = await plantTaxonomy(origin, name, tools)
  const before = await stored(origin, planted)
  await signIn('editor', `/taxonomies?taxonomy=${planted.taxonomyId}`)
  const tree = treeOf(page, name)
  const [hand, power, wood] = [row(tree, 'Hand'), row(tree, 'Power'), row(tree, 'Wood')]
  const plain = await colourOf(power)

  await dragOver(page, wood, power, 'top')
  await expect.poll(() => lineOf(power)).toBe('2px')
  await expect(wood).toHaveCSS('opacity', '0.4')

  await holdAt(page, await placeIn(power, 'middle'))
  await expect.poll(() => lineOf(power)).toBe('auto')
  await expect.poll(() => colourOf(power)).not.toBe(plain)

  // A branch on which the pointer rests opens.
  await holdAt(page, await placeIn(hand, 'middle'))
  await expect(row(tree, 'Hammer')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(wood).toHaveCSS('opacity', '1')
  await expect.poll(() => colourOf(power)).toBe(plain)
  expect(await stored(origin, planted)).toEqual(before)

  await dragOver(page, wood, power, 'top')
  await page.mouse.up()
  await expect.poll(() => stored(origin, planted)).toEqual(['Hand', 'Hand / Hammer', 'Wood', 'Power'])
})

test('a drag goes on to what is out of sight, though the dragged concept has left it', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const name = ownName()
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`Concept ${at + 10}`, undefined]))
  const planted = await plantTaxonomy(origin, name, many)
  await signIn('editor', `/taxonomies?taxonomy=${planted.taxonomyId}`)
  const tree = treeOf(page, name)
  await expect(row(tree, 'Concept 10')).toBeVisible()
  const box = await tree.boundingBox()
  if (!box) throw new Error('There is no tree.')
  await row(tree, 'Concept 10').hover()
  await page.mouse.down()
  await holdAt(page, { x: box.x + 60, y: box.y + box.height - 8 })
  await expect(row(tree, 'Concept 89')).toBeVisible()
  await expect
    .poll(() => tree.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - clientHeight - scrollTop))
    .toBeLessThan(2)
  await holdAt(page, await placeIn(row(tree, 'Concept 89'), 'middle'))
  await page.mouse.up()
  await expect(page.getByText('Concept 10 is now below Concept 89')).toBeVisible()
  await expect.poll(() => stored(origin, planted)).toContain('Concept 89 / Concept 10')
})

test('a finger that rests on a concept drags it', { tag: '@whole' }, async ({ page, signIn, origin }) => {
  const name = ownName()
  const planted = await plantTaxonomy(origin, name, tools)
  await signIn('editor', `/taxonomies?taxonomy=${planted.taxonomyId}`)
  const tree = treeOf(page, name)
  const from = await placeIn(row(tree, 'Wood'), 'middle')
  const to = await placeIn(row(tree, 'Power'), 'middle')

  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setEmitTouchEventsForMouse', { enabled: true, configuration: 'mobile' })
  // A browser without a window cannot carry a drag itself: it says that one has begun, and is told how it goes on.
  await devtools.send('Input.setInterceptDrags', { enabled: true })
  const begun = new Promise<{ data: Dragged }>((resolve) => devtools.once('Input.dragIntercepted', resolve))
  const finger = { ...from, button: 'left', clickCount: 1 } as const
  await devtools.send('Input.emulateTouchFromMouseEvent', { type: 'mousePressed', ...finger })
  const { data } = await begun
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...to, data })
  }
  await expect(page.getByText('Wood is now below Power')).toBeVisible()
  await expect.poll(() => stored(origin, planted)).toContain('Power / Wood')
})
