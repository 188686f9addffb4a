import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { parseInSlices } from './parse-in-slices.ts'

const concepts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    name: `A "name" with ] } , and \\ in it ${'x'.repeat(60)}`,
    path: [at, [at + 1]],
    parent: at % 2 ? null : { id: '}' },
  }))

/** A clock that goes on by so much each time it is looked at. */
function clockOf(step: number) {
  let now = 0
  rs.spyOn(performance, 'now').mockImplementation(() => {
    now += step
    return now
  })
}

afterEach(() => void rs.restoreAllMocks())

describe('a large answer', () => {
  const answer = { name: 'all [of] it', count: 9, concepts: concepts(20_000), after: { list: ['kept'] } }

  it('comes to what it says, and the page has its turn after each piece that takes long', async () => {
    clockOf(20)
    let turns = 0
    const text = JSON.stringify(answer)
    const read = await parseInSlices(text, async () => {
      turns += 1
    })
    expect(read).toEqual(answer)
    expect(turns).toBe(Math.floor(text.length / 200_000))
  })

  it('is read without a pause where that takes no time', async () => {
    clockOf(0)
    const read = await parseInSlices(JSON.stringify(answer), () => {
      throw new Error('paused')
    })
    expect(read).toEqual(answer)
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
