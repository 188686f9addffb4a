import { describe, expect, it } from '@rstest/core'
import { parseInSlices } from './parse-in-slices.ts'

const concepts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    name: `A "name" with ] } , and \\ in it ${'x'.repeat(60)}`,
    path: [at, [at + 1]],
    parent: at % 2 ? null : { id: '}' },
  }))

describe('a large answer', () => {
  it('parses to its value, and yields to the event loop in between', async () => {
    const answer = { name: 'all [of] it', count: 9, concepts: concepts(20_000), after: { list: ['kept'] } }
    let turns = 0
    const read = await parseInSlices(JSON.stringify(answer), async () => {
      turns += 1
    })
    expect(read).toEqual(answer)
    expect(turns).toBeGreaterThan(0)
  })

  it('may be just a list, or be indented', async () => {
    const list = concepts(20_000)
    expect(await parseInSlices(JSON.stringify(list))).toEqual(list)
    expect(await parseInSlices(JSON.stringify({ first: [], list }, null, 2))).toEqual({ first: [], list })
  })

  it('without a list is parsed at once', async () => {
    const text = JSON.stringify({ text: '['.repeat(2_000_000) })
    expect(await parseInSlices(text)).toEqual(JSON.parse(text))
  })

  it('that was cut off is rejected', async () => {
    const text = JSON.stringify({ concepts: concepts(20_000) })
    for (const end of [text.length - 1, text.length - 2, text.length >> 1])
      await expect(parseInSlices(text.slice(0, end))).rejects.toThrow(SyntaxError)
    await expect(parseInSlices(`${text}]`)).rejects.toThrow(SyntaxError)
  })
})
