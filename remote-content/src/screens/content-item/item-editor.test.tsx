import { Refusal } from '@pim/api-client/testing'
import type { Field } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, swedish, uuid } from '../../testing/open-content.tsx'
import { add, cameraType, fieldOf, inEnglish, input, inSwedish, openItem, saveState } from '../../testing/open-item.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const draftKey = `content-variation/${inSwedish}`
const saveNow = '{Control>}s{/Control}'

describe('the switch to the published version', () => {
  it('shows what consumers get, to be read, and leads back to what is being written', async () => {
    const { user, saves, record } = openItem({
      inSwedish: { status: 'published', publishedVersion: 2, hasUnpublishedChanges: true },
      live: { title: { value: 'Kamera av i fjol', isInherited: false, sourceVariationId: swedish.variationId } },
    })
    await add(user, 'Title', ' 70')
    await user.click(await screen.findByRole('switch', { name: 'Published version' }))
    expect(await screen.findByText(/The working copy has changes that are not published/)).toBeTruthy()
    await waitFor(async () => expect((await input('Title')).value).toBe('Kamera av i fjol'))
    expect((await input('Title')).readOnly).toBe(true)
    expect(within(await fieldOf('Colour')).getByText('inherited from en-US')).toBeTruthy()
    expect(record.address).toContain('version=published')
    await user.click(screen.getByRole('switch', { name: 'Published version' }))
    expect((await input('Title')).value).toBe('Kamera 70')
    await waitFor(() => expect(saves).toMatchObject([{ fields: [{ value: 'Kamera 70' }] }]))
  })

  it('is not there where nothing is live', async () => {
    openItem()
    await input('Title')
    expect(screen.queryByRole('switch', { name: 'Published version' })).toBeNull()
  })
})

describe('a field', () => {
  it('that links media takes files where one writes', async () => {
    const cover: Field = { technicalName: 'cover', friendlyName: { 'en-US': 'Cover' }, type: 'media' }
    const type = { ...cameraType, fields: [...cameraType.fields, cover] }
    openItem({ overrides: { 'contentModel.getTypeByName': () => type, 'contentModel.getAllTypes': () => [type] } })
    expect(await screen.findByLabelText('File to upload')).toBeTruthy()
  })

  it('with a value of its own can be given back to the fallback', async () => {
    const { user, saves } = openItem()
    const title = within(await fieldOf('Title'))
    expect((await input('Title')).value).toBe('Kamera')
    await user.click(title.getByRole('button', { name: 'Reset to the fallback' }))
    await user.keyboard(saveNow)
    expect(await title.findByText('inherited from en-US')).toBeTruthy()
    expect((await input('Title')).value).toBe('Camera')
    expect(saves).toMatchObject([{ contentVariationId: inSwedish, baseVersion: 3, fields: [], resetFields: ['title'] }])
  })

  it('that inherits says from where, and is one’s own as soon as one types', async () => {
    const { user, saves } = openItem()
    const colour = within(await fieldOf('Colour'))
    expect((await input('Colour')).value).toBe('Black')
    expect(colour.getByText('inherited from en-US')).toBeTruthy()
    await add(user, 'Colour', ' or white')
    expect(colour.queryByText(/inherited from/)).toBeNull()
    await user.keyboard(saveNow)
    await waitFor(() =>
      expect(saves).toMatchObject([{ fields: [{ technicalFieldName: 'colour', value: 'Black or white' }] }]),
    )
  })

  it('is left empty on purpose, which is not the same as inheriting', async () => {
    const { user, saves } = openItem()
    expect(within(await fieldOf('Slogan')).getByText(/Empty on purpose/)).toBeTruthy()
    const colour = within(await fieldOf('Colour'))
    await user.click(colour.getByRole('button', { name: 'Leave empty on purpose' }))
    await user.keyboard(saveNow)
    expect(await colour.findByText(/Empty on purpose/)).toBeTruthy()
    expect((await input('Colour')).value).toBe('')
    expect(saves).toMatchObject([{ fields: [{ technicalFieldName: 'colour', value: null }], resetFields: [] }])
  })

  it('that is the same in every variation says so, in the language of the default one', async () => {
    openItem()
    expect(within(await fieldOf('SKU')).getByText('The same in every variation')).toBeTruthy()
    expect([(await input('SKU')).lang, (await input('Title')).lang]).toEqual(['en-US', 'sv-SE'])
  })

  it('of the variation that nothing stands behind has no fallback to go back to', async () => {
    openItem({ at: english })
    const title = within(await fieldOf('Title'))
    expect((await input('Title')).value).toBe('Camera')
    expect(title.queryByRole('button', { name: 'Reset to the fallback' })).toBeNull()
  })
})

describe('typing', () => {
  it('is saved by itself once it pauses', async () => {
    const held = Promise.withResolvers<void>()
    const { user, saves } = openItem({ beforeSave: () => held.promise })
    await user.type(await input('Title'), ' 70')
    expect(await saveState('Saving')).toBeTruthy()
    held.resolve()
    expect(await saveState('Saved just now')).toBeTruthy()
    expect(saves.at(-1)).toMatchObject({ contentVariationId: inSwedish, fields: [{ value: 'Kamera 70' }] })
  })

  it('is saved when the screen is left', async () => {
    const { user, saves, leave } = openItem()
    await add(user, 'Title', '!')
    leave()
    await waitFor(() => expect(saves).toMatchObject([{ fields: [{ value: 'Kamera!' }] }]))
  })

  it('stays as it is where a save fails, which is said, and goes out when it is tried again', async () => {
    let isAway = true
    const { user, record, saves } = openItem({
      beforeSave: () => {
        if (isAway) throw new Refusal('INTERNAL')
      },
    })
    await add(user, 'Title', ' 70')
    await user.keyboard(saveNow)
    expect(await saveState(/^Not saved; your text is kept here/)).toBeTruthy()
    expect((await input('Title')).value).toBe('Kamera 70')
    expect(record.drafts.get(draftKey)).toMatchObject({ edits: { title: { kind: 'set', value: 'Kamera 70' } } })
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await saveState('Saved just now')).toBeTruthy()
    expect(saves).toHaveLength(2)
    expect(record.drafts.size).toBe(0)
  })

  it('that an earlier visit left unsaved is back, is said, and is saved from the version that the visit saw', async () => {
    const left = { edits: { title: { kind: 'set', value: 'Half a tit' } }, bases: { title: 2 } }
    const { user, record, saves } = openItem({ drafts: { [draftKey]: left } })
    expect((await input('Title')).value).toBe('Half a tit')
    expect(record.feedback).toEqual([{ type: 'info', message: 'Your unsaved changes from last time are back' }])
    await user.click(await input('Title'))
    await user.keyboard(saveNow)
    await waitFor(() => expect(saves).toMatchObject([{ baseVersion: 2, fields: [{ value: 'Half a tit' }] }]))
  })

  it('is taken back step by step, and done again', async () => {
    const { user } = openItem()
    const undo = await screen.findByRole<HTMLButtonElement>('button', { name: 'Undo' })
    const redo = screen.getByRole<HTMLButtonElement>('button', { name: 'Redo' })
    expect([undo.disabled, redo.disabled]).toEqual([true, true])
    await add(user, 'Title', ' 70')
    await add(user, 'SKU', 'D')
    await user.click(undo)
    expect((await input('SKU')).value).toBe('C-70')
    expect((await input('Title')).value).toBe('Kamera 70')
    await user.click(undo)
    expect((await input('Title')).value).toBe('Kamera')
    expect(undo.disabled).toBe(true)
    await user.click(redo)
    expect((await input('Title')).value).toBe('Kamera 70')
  })
})

describe('somebody else’s change of the same field', () => {
  const conflict = { technicalFieldName: 'title', base: 'Kamera', mine: 'Kamera 70', theirs: 'Systemkamera' }

  /** Types a title that meets another one on the server. */
  async function openConflict() {
    const opened = openItem({
      beforeSave: ({ baseVersion, fields }) => {
        const hasTitle = fields.some(({ technicalFieldName }) => technicalFieldName === 'title')
        if (hasTitle && baseVersion === 3) {
          throw new Refusal('VERSION_CONFLICT', { conflicts: [conflict], currentVersion: 8 })
        }
      },
    })
    await add(opened.user, 'Title', ' 70')
    await opened.user.keyboard(saveNow)
    const notice = await within(await fieldOf('Title')).findByRole('alert')
    return { ...opened, notice: within(notice) }
  }

  it('shows what it was, what each made of it, and keeps one’s own in the field', async () => {
    const { notice } = await openConflict()
    const sides = notice.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(sides).toEqual([
      ['Before', 'Kamera'],
      ['Yours', 'Kamera 70'],
      ['Theirs', 'Systemkamera'],
    ])
    expect((await input('Title')).value).toBe('Kamera 70')
    expect(await saveState('1 field was changed by somebody else')).toBeTruthy()
  })

  it('gives way to one’s own, which is then saved over the version that was shown', async () => {
    const { user, notice, saves } = await openConflict()
    await user.click(notice.getByRole('button', { name: 'Keep mine' }))
    expect(await saveState('Saved just now')).toBeTruthy()
    expect(saves.at(-1)).toMatchObject({ baseVersion: 8, fields: [{ value: 'Kamera 70' }] })
  })

  it('is taken over, and nothing more is sent', async () => {
    const { user, notice, saves } = await openConflict()
    await user.click(notice.getByRole('button', { name: 'Take theirs' }))
    expect((await input('Title')).value).toBe('Systemkamera')
    expect(screen.queryByText('Before')).toBeNull()
    await user.keyboard(saveNow)
    expect(saves).toHaveLength(1)
  })

  it('holds up no other field', async () => {
    const { user, saves } = await openConflict()
    await add(user, 'SKU', 'D')
    await user.keyboard(saveNow)
    await waitFor(() => expect(saves.at(-1)?.fields).toEqual([{ technicalFieldName: 'sku', value: 'C-70D' }]))
  })
})

describe('the channels of a variation', () => {
  const chips = async () => within(await screen.findByRole('group', { name: 'Channels' }))
  const pressed = async () =>
    (await chips()).getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)

  it('are chips, every one while none is named, saved with the fields and taken back like one', async () => {
    const { user, saves } = openItem({ channels: ['web', 'print'] })
    expect(await pressed()).toEqual(['Every channel'])
    ;(await chips()).getByRole('button', { name: 'web' }).focus()
    await user.keyboard('{Enter}')
    await user.tab({ shift: true })
    await user.tab()
    await user.tab()
    await user.keyboard(' ')
    expect(await pressed()).toEqual(['web', 'print'])
    await user.keyboard('{Control>}z{/Control}')
    expect(await pressed()).toEqual(['web'])
    await add(user, 'SKU', 'D')
    await user.keyboard(saveNow)
    await waitFor(() =>
      expect(saves).toMatchObject([
        { baseVersion: 3, fields: [{ technicalFieldName: 'sku' }], resetFields: [], deliveryTargets: ['web'] },
      ]),
    )
    expect(await pressed()).toEqual(['web'])
    await user.click((await chips()).getByRole('button', { name: 'web' }))
    expect(await pressed()).toEqual(['Every channel'])
    await user.keyboard(saveNow)
    await waitFor(() => expect(saves.at(-1)).toMatchObject({ fields: [], deliveryTargets: [] }))
  })

  it('are kept where the save fails, and back at the next visit', async () => {
    const { user, record, leave } = openItem({
      channels: ['web', 'print'],
      beforeSave: () => {
        throw new Refusal('INTERNAL')
      },
    })
    await user.click((await chips()).getByRole('button', { name: 'print' }))
    await user.keyboard(saveNow)
    const left = await waitFor(() => {
      const draft = record.drafts.get(draftKey)
      expect(draft).toMatchObject({ edits: { $deliveryTargets: { value: ['print'] } } })
      return draft
    })
    leave()
    cleanup()
    openItem({ channels: ['web', 'print'], drafts: { [draftKey]: left } })
    expect(await pressed()).toEqual(['print'])
  })

  it('that somebody else has changed meanwhile are asked about', async () => {
    const conflict = { technicalFieldName: 'deliveryTargets', base: [], mine: ['print'], theirs: ['web'] }
    const { user, saves } = openItem({
      channels: ['web', 'print'],
      beforeSave: ({ baseVersion }) => {
        if (baseVersion === 3) throw new Refusal('VERSION_CONFLICT', { conflicts: [conflict], currentVersion: 8 })
      },
    })
    await user.click((await chips()).getByRole('button', { name: 'print' }))
    await user.keyboard(saveNow)
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(saves.at(-1)).toMatchObject({ baseVersion: 8, deliveryTargets: ['print'] }))
  })

  it('show one that the tenant has no more, to be taken out, and are not for who may not write', async () => {
    openItem({ channels: ['web', 'print'], role: 'viewer', inSwedish: { deliveryTargets: ['kiosk'] } })
    expect(await pressed()).toEqual(['kiosk'])
    for (const chip of (await chips()).getAllByRole<HTMLButtonElement>('button')) expect(chip.disabled).toBe(true)
  })
})

describe('a value that is refused', () => {
  it('is marked at its field, in the words of the server, until it is changed', async () => {
    const { user, saves } = openItem({
      beforeSave: ({ fields }) => {
        if (fields.some(({ value }) => value === 'C-70D')) {
          const fieldErrors = [{ technicalFieldName: 'sku', code: 'NOT_UNIQUE', message: 'is taken by Camera 9' }]
          throw new Refusal('UNIQUENESS_CONFLICT', { fieldErrors })
        }
      },
    })
    await add(user, 'SKU', 'D')
    await user.keyboard(saveNow)
    expect(await within(await fieldOf('SKU')).findByText('is taken by Camera 9')).toBeTruthy()
    expect((await input('SKU')).getAttribute('aria-invalid')).toBe('true')
    expect((await input('Title')).getAttribute('aria-invalid')).toBe('false')
    expect(await saveState('A field cannot be saved as it is')).toBeTruthy()
    await add(user, 'SKU', 'X')
    expect(screen.queryByText('is taken by Camera 9')).toBeNull()
    await user.keyboard(saveNow)
    await waitFor(() => expect(saves.at(-1)?.fields).toEqual([{ technicalFieldName: 'sku', value: 'C-70DX' }]))
  })

  it('because it makes no sense stays in the browser, and the other fields are saved', async () => {
    const { user, saves } = openItem()
    await add(user, 'Weight', 'heavy')
    await add(user, 'Title', ' 70')
    await user.keyboard(saveNow)
    expect(await within(await fieldOf('Weight')).findByText('Only a whole number fits here.')).toBeTruthy()
    expect(await saveState('A field cannot be saved as it is')).toBeTruthy()
    expect((await input('Weight')).value).toBe('heavy')
    expect(saves.map(({ fields }) => fields)).toEqual([[{ technicalFieldName: 'title', value: 'Kamera 70' }]])
  })

  it('is told of early where another item has it', async () => {
    const asked: unknown[] = []
    const { user } = openItem({
      // The word is there until the save decides, which this one never does.
      beforeSave: () => new Promise(() => undefined),
      overrides: {
        'contentVariation.checkUniqueness': ({ body }) => {
          asked.push(body.value)
          const other = { contentItemId: uuid(9), contentVariationId: inEnglish, name: 'Camera 9' }
          return { isUnique: false, scope: 'contentType', conflicts: [other] }
        },
      },
    })
    await add(user, 'SKU', 'D')
    const link = await screen.findByRole('link', { name: 'Camera 9' })
    expect(link.getAttribute('href')).toBe(`/content-item/${uuid(9)}`)
    expect(asked).toEqual(['C-70D'])
  })
})
