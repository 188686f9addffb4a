/**
 * A server for crash tests of lists: prints `ready`, waits for a line of its input, and then saves and asks for lists without a break.
 * After each answer to a save it prints `saved` with a word that its items are found by from then on.
 */
import { writeSync } from 'node:fs'
import type { ItemBatch } from '@pim/contract'
import { contract } from '@pim/contract'
import type { DatabaseAddress } from '../src/platform/database/addresses.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { personWith } from './caller.ts'
import { updateOf } from './content-calls.ts'
import { keptLog } from './kept-log.ts'
import { createTestIdentity } from './test-identity.ts'
import { openNode } from './test-node.ts'

const [given = '', lists = '', round = '', variationId = ''] = process.argv.slice(2)
const address: DatabaseAddress = JSON.parse(given)
// Synchronous, so that a line is in the pipe before anything else runs, whenever the process is killed.
const print = (line: string) => writeSync(1, `${line}\n`)

const database = openDatabase({ address })
const identity = await createTestIdentity(database)
const node = await openNode({
  address,
  database,
  identity,
  variables: {},
  log: keptLog(),
  lists,
  validateResponses: false,
})

let last = 0
/** Of letters alone, so that it is one word. */
function newWord(): string {
  last += 1
  return `crate${[...`${round}x${last}`].map((sign) => (sign === 'x' ? 'x' : 'abcdefghij'[Number(sign)])).join('')}`
}

async function saveOne(): Promise<void> {
  const words = [newWord()]
  const { contentItemId } = await node.ok(contract.contentItem.createItem, {
    query: { name: words.join(' '), technicalContentTypeName: 'article' },
  })
  print(`saved ${words[0]}`)
  const copies = await node.ok(contract.contentItem.getItemVariations, { params: { contentItemId }, query: {} })
  const contentVariationId = copies.find((each) => each.variationId === variationId)?.contentVariationId ?? ''
  for (let at = 0; at < 3; at += 1) {
    const word = newWord()
    words.push(word)
    const body = updateOf(contentVariationId, { title: words.join(' ') })
    await node.ok(contract.contentVariation.updateVariation, { body })
    print(`saved ${word}`)
  }
  await node.ok(contract.contentVariation.publish, { params: { contentVariationId }, query: {} })
}

async function saveMany(): Promise<void> {
  const word = newWord()
  const items = Array.from({ length: 20 }, (_, at) => ({
    key: { technicalFieldName: 'sku', value: `${word}-${at}` },
    technicalContentTypeName: 'article',
    name: `${word} ${at}`,
  }))
  const body = { items, atomic: true } as ItemBatch
  await node.ok(contract.contentItem.batchItems, { as: personWith('publisher'), body })
  print(`saved ${word}`)
}

async function look(): Promise<void> {
  await node.ok(contract.search.searchAll, { body: { filtering: { searchText: 'crate' } } })
}

const forEver = async (work: () => Promise<void>): Promise<void> => {
  for (;;) await work()
}

print('ready')
process.stdin.once('data', () => {
  for (const work of [saveOne, saveOne, saveMany, look])
    forEver(work).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})
