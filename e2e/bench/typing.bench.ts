import type { Browser, Locator, Page } from '@playwright/test'
import { apiAs } from '../fixtures/api.ts'
import { longestOf, openPage, signIn, type Trace, traced } from './browser.ts'
import { figuresOf, medianOf, printTable } from './table.ts'

const barMs = 50
const fieldCount = 200

/** The types that are typed into, over and over, so that each editor has the weight of all the others around it. */
const typed = [
  'text',
  'longText',
  'richText',
  'integer',
  'decimal',
  'url',
  'email',
  'boolean',
  'date',
  'color',
] as const
const measuredTypes = ['text', 'longText', 'richText', 'integer', 'decimal', 'url'] as const
const words: Readonly<Record<(typeof measuredTypes)[number], string>> = {
  text: 'storm lantern of steel',
  longText: 'it burns for twenty hours',
  richText: 'it burns for twenty hours',
  integer: '1234567',
  decimal: '12345.678',
  url: 'https://example.com/lantern',
}

/** An item of two hundred fields, and somebody who writes in it. */
export async function benchTyping(browser: Browser, origin: string, runs: number): Promise<boolean> {
  const address = await itemOfManyFields(origin)
  const page = await openPage(browser, origin)
  try {
    await signIn(page, 'editor', address)
    const bare = await bareInput(browser)
    const rows = []
    for (const type of measuredTypes) {
      const editor = editorOf(page, type)
      await editor.scrollIntoViewIfNeeded()
      await editor.click()
      // The first press of all brings the editor's code, and the first of each is no rule.
      await page.keyboard.type(words[type], { delay: 40 })
      const traces: Trace[] = []
      for (let run = 0; run < runs; run++) {
        await page.keyboard.press('ControlOrMeta+A')
        traces.push(
          await traced(page, async () => {
            await page.keyboard.type(words[type], { delay: 60 })
            // The save that follows must not get in the way either.
            await page.waitForTimeout(1_200)
          }),
        )
      }
      const worst = medianOf(traces.map(({ keyPresses }) => Math.max(0, ...keyPresses)))
      const task = longestOf(traces.toSorted((a, b) => longestOf(a).wallMs - longestOf(b).wallMs)[runs >> 1] ?? nothing)
      rows.push({
        what: `${type}, key press to screen`,
        p50: figuresOf(traces.flatMap(({ keyPresses }) => keyPresses)).p50,
        p99: worst,
        beside: { what: 'bare input', value: bare },
        bar: `max ≤ ${barMs}`,
        isMet: worst <= barMs,
        note: `longest task ${task.wallMs.toFixed(0)} ms, ${task.cpuMs.toFixed(0)} of the processor`,
      })
    }
    return printTable(`Typing in an item with ${fieldCount} fields (max: the worst press of the median run)`, rows)
  } finally {
    await page.context().close()
  }
}

const nothing: Trace = { tasks: [], keyPresses: [], wallMs: 0 }

const nameOf = (type: string, at: number): string => `bench_${type}_${at}`

const editorOf = (page: Page, type: (typeof measuredTypes)[number]): Locator =>
  page.locator(`[data-field^="bench_${type}_"]`).nth(1).getByRole('textbox').first()

/** Puts the type and an item of it there; the type stays, and is the same in every run. */
async function itemOfManyFields(origin: string): Promise<string> {
  const { contentModel, contentItem } = await apiAs(origin, 'admin')
  const technicalName = 'bench_many_fields'
  await contentModel.seedContentTypes({
    body: {
      contentTypes: [
        {
          technicalName,
          friendlyName: { 'en-US': 'Many fields' },
          kind: 'user',
          fields: Array.from({ length: fieldCount }, (_, at) => {
            const type = typed[at % typed.length] ?? 'text'
            return { technicalName: nameOf(type, at), friendlyName: { 'en-US': `Field ${at}, ${type}` }, type }
          }),
        },
      ],
    },
  })
  const { contentItemId } = await contentItem.createItem({
    query: { name: `Bench ${Date.now()}`, technicalContentTypeName: technicalName },
  })
  return `/content-item/${contentItemId}`
}

/** A press in a page that has one input and nothing else. */
async function bareInput(browser: Browser): Promise<number> {
  const page = await openPage(browser, 'about:blank')
  try {
    await page.setContent('<input autofocus>')
    await page.locator('input').click()
    const { keyPresses } = await traced(page, () => page.keyboard.type('twenty letters or so', { delay: 60 }))
    return figuresOf(keyPresses).p50
  } finally {
    await page.context().close()
  }
}
