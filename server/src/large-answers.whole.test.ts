import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { type ContentVariation, type CreatedItem, fieldTypes } from '@pim/contract'
import { afterEach, describe, expect, it, rstest } from '@rstest/core'
import { adminToken, endAll, launch, newDataFolder, ready, type Started } from '../testing/server-process.ts'

// A whole server in a process of its own, which can be slow on a busy machine.
rstest.setConfig({ testTimeout: 300_000 })
afterEach(endAll)

const mebibyte = 2 ** 20
/** The bar for the server under load. */
const barBytes = 512 * mebibyte
const readers = 10

/** The most that the process has ever had in memory. */
async function peakOf({ child }: Started): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1_024
}

function callsOf(server: Started, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': 'large' }
  return {
    async send(method: string, path: string, body?: unknown): Promise<unknown> {
      const response = await fetch(`${server.origin}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    /** An answer that has begun, of which nothing more is read yet. A busy server is asked again, as it says. */
    async begin(path: string): Promise<IncomingMessage> {
      for (;;) {
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          get(`${server.origin}${path}`, { headers, agent: false }, resolve).on('error', reject)
        })
        if (answer.statusCode !== 503) return answer.pause()
        await lengthOf(answer)
      }
    },
  }
}

async function lengthOf(answer: IncomingMessage): Promise<{ bytes: number; end: string }> {
  let bytes = 0
  let end = ''
  for await (const chunk of answer) {
    bytes += chunk.length
    end = (end + chunk.toString('latin1')).slice(-3)
  }
  return { bytes, end }
}

const text = (seed: string, length: number) =>
  `${seed} `
    .repeat(Math.ceil(length / (seed.length + 1)))
    .slice(0, length)
    .trim()
const named = (name: string) => ({ 'en-US': name })

/** Types with long help texts, of a mebibyte and a half each. */
const largeType = (number: number) => ({
  technicalName: `large${number}`,
  friendlyName: named(`Large ${number}`),
  kind: 'user',
  fields: Array.from({ length: 190 }, (_, at) => ({
    technicalName: `f${at}`,
    friendlyName: named(`Field ${at}`),
    helpText: Object.fromEntries(['en', 'sv', 'de', 'fr'].map((tag) => [tag, text(`${tag}${number}-${at}`, 1_990)])),
    type: fieldTypes[0],
  })),
})

describe('an answer of any length', () => {
  it.skipIf(process.platform !== 'linux')(
    'to ten readers at once, who are in no hurry, leaves the server below 512 MB: all types, and an item in all variations',
    async () => {
      const folder = await newDataFolder()
      const first = await ready(launch(folder))
      const { send } = callsOf(first, await adminToken(first))
      const defaultVariation = { friendlyName: 'English', languageCode: 'en-US' }
      await send('POST', '/api/tenants', { externalId: 'large', friendlyName: 'Large', defaultVariation })
      const letters = 'ABCDEFGHIJKLMNOP'
      for (const letter of letters)
        await send('POST', '/api/tenants/current/variations', { friendlyName: letter, languageCode: `en-A${letter}` })
      for (let number = 1; number <= 20; number += 1)
        await send('POST', '/api/content-model/seed-content-types', { contentTypes: [largeType(number)] })
      const names = Array.from({ length: 18 }, (_, at) => `text${at}`)
      await send('POST', '/api/content-model/seed-content-types', {
        contentTypes: [
          {
            technicalName: 'book',
            friendlyName: named('Book'),
            kind: 'user',
            fields: names.map((name) => ({
              technicalName: name,
              friendlyName: named(name),
              type: 'longText',
              localizable: false,
            })),
          },
        ],
      })
      const made = (await send('PUT', '/api/content-item?name=Book&technicalContentTypeName=book')) as CreatedItem
      const contentVariationId = made.contentVariationIds[0]
      for (const part of [names.slice(0, 9), names.slice(9)])
        await send('POST', '/api/content-variation', {
          contentVariationId,
          fields: part.map((technicalFieldName) => ({ technicalFieldName, value: text(technicalFieldName, 190_000) })),
        })
      first.child.kill('SIGTERM')
      await first.ended

      // A process that has only answered: what it took to make all this does not count.
      const server = await ready(launch(folder))
      const calls = callsOf(server, await adminToken(server))
      const paths = [
        '/api/content-model/all-types',
        `/api/content-item/${made.contentItemId}/content-variations`,
      ] as const
      const lengths: number[] = []
      for (const path of paths) {
        const begun = await Promise.all(Array.from({ length: readers }, () => calls.begin(path)))
        expect(begun.map(({ statusCode }) => statusCode)).toEqual(begun.map(() => 200))
        const read = await Promise.all(begun.map(lengthOf))
        expect(new Set(read.map(({ bytes }) => bytes)).size).toBe(1)
        expect(read.every(({ end }) => end.endsWith('}]'))).toBe(true)
        lengths.push(read[0]?.bytes ?? 0)
      }
      expect(lengths[0]).toBeGreaterThan(28 * mebibyte)
      expect(lengths[1]).toBeGreaterThan(50 * mebibyte)
      const peak = await peakOf(server)
      expect(peak).toBeLessThan(barBytes)
      const one = (await calls.send('GET', `/api/content-variation/${contentVariationId}`)) as ContentVariation
      expect(one.fields.text17?.value).toBe(text('text17', 190_000))
    },
  )
})
