import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { Binary, ContentType, ItemBatch } from '@pim/contract'
import type { FieldServices, ItemLabel, MediaUpload } from '@pim/field-types/react'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, TestShell } from '@pim/shell/testing'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, waitFor } from '@testing-library/react'
import strings from '../../locales/en-US.json'
import { useFieldServices } from './use-field-services.ts'
import { useMediaUploads } from './use-media-uploads.ts'

configure({ asyncUtilTimeout: 20_000 })
rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const uuid = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [english, german] = [uuid(1), uuid(2)]
const picture: ContentType = {
  technicalName: 'picture',
  friendlyName: { 'en-US': 'Picture' },
  kind: 'media',
  titleField: 'title',
  fields: [
    { technicalName: 'file', friendlyName: { 'en-US': 'File' }, type: 'binary', settings: { mimeTypes: ['image/*'] } },
    { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text', required: 'onPublish' },
    { technicalName: 'altText', friendlyName: { 'en-US': 'Alternative text' }, type: 'text', required: ['web'] },
    {
      technicalName: 'owner',
      friendlyName: { 'en-US': 'Owner' },
      type: 'text',
      required: 'onPublish',
      localizable: false,
    },
    { technicalName: 'caption', friendlyName: { 'en-US': 'Caption' }, type: 'text' },
  ],
}
const binary: Binary = {
  binaryId: uuid(3),
  fileName: 'lens.png',
  mimeType: 'image/png',
  byteSize: 1,
  sha256: '0'.repeat(64),
  rendition: { state: 'ready' },
  createdAt: '2026-01-01T00:00:00Z',
  usedBy: [],
}
const hashOfLens = '812b9215cd2f0e7ea41f32a8416803de2bcfaed16c43ae540afc65a218a3da0e'
const file = new File(['lens'], 'lens.png', { type: 'image/png' })

/** The services of a field in German, over a server that notes what it is asked. */
async function open(overrides: Handlers = {}) {
  const batches: ItemBatch[] = []
  const asked: string[] = []
  const record = createShellRecord()
  let services: FieldServices | undefined
  const noField = () => null
  function Screen() {
    services = useMediaUploads(useFieldServices(german, noField), german)
    return null
  }
  const variation = { isDefault: false, fallbackVariationId: null }
  render(
    <TestShell
      remote={{ screens: { '/': <Screen /> } }}
      at="/"
      record={record}
      strings={{ ...shellStrings, ...strings }}
      server={{
        'tenants.getVariations': () => [
          { ...variation, variationId: english, friendlyName: 'English', languageCode: 'en-US', isDefault: true },
          { ...variation, variationId: german, friendlyName: 'German', languageCode: 'de-DE' },
        ],
        'contentModel.getAllTypes': () => [picture],
        'contentModel.getAllMediaTypes': () => [picture],
        'binary.findSameContent': ({ params }) => {
          asked.push(params.sha256)
          return []
        },
        'binary.uploadBinary': () => {
          asked.push('upload')
          return binary
        },
        'contentItem.batchItems': ({ body }) => {
          batches.push(body)
          return { results: [{ index: 0, outcome: 'created', contentItemId: uuid(9) }] }
        },
        ...overrides,
      }}
    />,
  )
  await waitFor(() => expect(services).toBeDefined())
  const steps: Parameters<MediaUpload>[0] = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    reuse: async () => undefined,
    fill: async (fields, suggested) => {
      asked.push(fields.map(({ technicalName }) => technicalName).join())
      return { ...suggested, altText: 'Ein Objektiv', owner: 'Halvarn' }
    },
  }
  const start = (taken = file, restrictions = {}) => services?.uploadMedia?.(taken, restrictions)
  return { start, steps, batches, asked, record, hold: (isHeld: boolean) => services?.holdForUploads?.('it', isHeld) }
}

describe('a file that is taken by a field', () => {
  it('becomes a media item with its file for all, and what was filled in where one writes', async () => {
    const { start, steps, batches, asked } = await open()
    const made = await start()?.(steps)
    expect(made).toMatchObject({ contentItemId: uuid(9), name: 'lens.png', typeLabel: 'Picture', binaryId: uuid(3) })
    expect(asked.toSorted()).toEqual([hashOfLens, 'title,altText,owner', 'upload'].toSorted())
    const value = (technicalFieldName: string, value: unknown) => ({ technicalFieldName, value })
    expect(batches[0]?.items[0]).toMatchObject({
      technicalContentTypeName: 'picture',
      fields: [value('owner', 'Halvarn')],
      variations: [
        { variationId: english, fields: [value('file', uuid(3))] },
        {
          variationId: german,
          fields: [value('file', uuid(3)), value('title', 'lens'), value('altText', 'Ein Objektiv')],
        },
      ],
    })
  })

  it('is not sent where its bytes are there and that media item is taken; deleted ones are not offered', async () => {
    const item = { name: 'Lens', technicalContentTypeName: 'picture', kind: 'media' as const, binaryId: uuid(3) }
    const { start, steps, asked } = await open({
      'binary.findSameContent': () => [
        { ...binary, usedBy: [7, 8].map((number) => ({ contentItemId: uuid(number), name: 'Lens' })) },
      ],
      'search.lookUpItems': () => [
        { ...item, contentItemId: uuid(7), isDeleted: false },
        { ...item, contentItemId: uuid(8), isDeleted: true },
      ],
    })
    const offered: ItemLabel[] = []
    const made = await start()?.({
      ...steps,
      reuse: async (same) => {
        offered.push(...same)
        return same[0]
      },
    })
    expect(offered.map(({ contentItemId }) => contentItemId)).toEqual([uuid(7)])
    expect(made?.contentItemId).toBe(uuid(7))
    expect(asked).toEqual([])
  })

  it('goes on after what was done when it is tried again', async () => {
    let isAway = true
    const { start, steps, asked } = await open({
      'contentItem.batchItems': () => {
        if (isAway) throw new Refusal('INTERNAL')
        return { results: [{ index: 0, outcome: 'created', contentItemId: uuid(9) }] }
      },
    })
    const upload = start()
    await expect(upload?.(steps)).rejects.toThrow()
    isAway = false
    expect(await upload?.(steps)).toMatchObject({ contentItemId: uuid(9) })
    expect(asked.filter((what) => what === 'upload' || what.startsWith('title'))).toHaveLength(2)
  })

  it.each([
    ['too large', new File([new Uint8Array(1_200_000)], 'a.png', { type: 'image/png' }), {}, /has 1.2 MB, and 1 MB/],
    ['of a kind that the field does not take', file, { mimeTypes: ['application/pdf'] }, /takes application\/pdf/],
    ['of a kind without a media type', file, { contentTypeTechnicalNames: ['film'] }, /No media type takes/],
  ])('that is %s is refused in words', async (_what, taken, restrictions, words) => {
    const { start, steps } = await open()
    const refusal = await start(taken, restrictions)?.(steps).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'UploadRefused', message: expect.stringMatching(words) })
  })

  it('that meets a quota says which', async () => {
    const quota = { quota: 'items', limit: 10, used: 10, asked: 1 } as const
    const problem = { status: 409, code: 'QUOTA_REACHED', message: 'no', quota } as const
    const { start, steps } = await open({
      'contentItem.batchItems': () => ({ results: [{ index: 0, outcome: 'failed', problem }] }),
    })
    const refusal = await start()?.(steps).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'UploadRefused', message: expect.stringContaining('items') })
  })

  it('holds the page while it is on its way', async () => {
    const { hold, record } = await open()
    const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    hold(true)
    expect([[...record.drafts.keys()], isAsked()]).toEqual([[`field-uploads/${german}`], true])
    hold(false)
    expect([record.drafts.size, isAsked()]).toEqual([0, false])
  })
})
