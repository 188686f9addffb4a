import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { fixtureIds } from '../core/field-type-fixtures.ts'
import { behaviourOf } from '../field-behaviour.ts'
import { FieldEditor } from '../fields.tsx'
import { drawField, testField, testServices, World } from '../frame/testing.tsx'
import type { RichTextDocument } from './document.ts'
import { richText as fixtures } from './fixtures.ts'
import { richTextFromText } from './from-html.ts'
import { officeTexts } from './office-fixtures.ts'
import { richTextToHtml } from './to-html.ts'

afterEach(cleanup)
const user = userEvent.setup({ delay: null })
const field = testField('richText')
const [camera] = fixtureIds.items
const [photo] = fixtureIds.medias

const page = () => screen.findByRole('textbox', { name: 'The field' })
const tool = (name: string) => screen.getByRole('button', { name })

/** The words of the page, all of them chosen. */
const selectAll = async () => {
  const box = await page()
  box.focus()
  const selection = document.getSelection()
  selection?.selectAllChildren(box)
  document.dispatchEvent(new Event('selectionchange'))
}

describe('a rich text', () => {
  it('is written on a page that its label names and its help describes', async () => {
    drawField(field)
    const box = await page()
    expect(box.getAttribute('contenteditable')).toBe('true')
    expect(box.getAttribute('aria-describedby')).toMatch(/help/)
    expect(screen.getByRole('toolbar', { name: 'Formatting' })).toBeTruthy()
  })

  it('is not changed by being looked at', async () => {
    const value = { type: 'doc', content: [{ type: 'horizontalRule' }] }
    const drawn = drawField(field, value)
    await page()
    expect(drawn.changes).toEqual([])
  })

  const kept = fixtures.valid
    .filter((each) => each.settings === undefined)
    .map((each) => behaviourOf(field).read(each.value).value)
    .filter((value) => value !== null)
  it.each(kept.map((value) => [JSON.stringify(value).slice(0, 80), value] as const))(
    'comes back from the page as it went there: %s',
    async (_, stored) => {
      const drawn = drawField(field, stored)
      const box = await page()
      // A change and its undoing: what is handed out then is what the page made of the document.
      box.focus()
      await user.click(tool('Line across'))
      await user.click(tool('Undo'))
      await waitFor(() => expect(drawn.changes.length).toBeGreaterThan(1))
      expect(drawn.value()).toEqual(stored)
    },
  )

  it('takes formatting from the toolbar', async () => {
    const drawn = drawField(field, richTextFromText('words'))
    await selectAll()
    await user.click(tool('Bold'))
    await waitFor(() => expect(JSON.stringify(drawn.value())).toContain('"bold"'))
    expect(tool('Bold').getAttribute('aria-pressed')).toBe('true')
    await user.click(tool('List'))
    await waitFor(() => expect(JSON.stringify(drawn.value())).toContain('bulletList'))
    await user.click(tool('Kind of paragraph: Paragraph'))
    expect(screen.getByRole('menuitem', { name: 'Heading 2' })).toBeTruthy()
  })

  it('has one stop for the tab key in its toolbar, and arrows between the tools', async () => {
    drawField(field)
    await page()
    const tools = within(screen.getByRole('toolbar')).getAllByRole('button')
    await waitFor(() => expect(tools.filter((each) => each.tabIndex === 0)).toHaveLength(1))
    tools[0]?.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(tools[1])
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(tools.at(-1))
    expect(tools.filter((each) => each.tabIndex === 0)).toEqual([tools.at(-1)])
  })

  it('takes a link only to a safe address', async () => {
    const drawn = drawField(field, richTextFromText('words'))
    await selectAll()
    await user.click(tool('Link'))
    const address = screen.getByRole('textbox', { name: 'Web address' })
    await user.click(address)
    await user.paste('javascript:alert(1)')
    expect(screen.getByText('This is not an address that can be linked to.')).toBeTruthy()
    expect(tool('Set the link').getAttribute('aria-disabled')).toBe('true')
    await user.clear(address)
    await user.paste('example.com/a')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(JSON.stringify(drawn.value())).toContain('"href":"https://example.com/a"'))
    expect(behaviourOf(field).read(drawn.value()).issues).toEqual([])
  })

  it('takes a link to a content item', async () => {
    const drawn = drawField(field)
    await page()
    await user.click(tool('Link'))
    await user.type(screen.getByRole('combobox', { name: 'Find a content item' }), 'cam')
    await user.click(await screen.findByRole('option', { name: /Camera/ }))
    await waitFor(() => expect(JSON.stringify(drawn.value())).toContain(`"contentItemId":"${camera}"`))
    expect(behaviourOf(field).read(drawn.value()).issues).toEqual([])
  })

  it('takes a picture, with what it shows in words', async () => {
    const drawn = drawField(field)
    await page()
    await user.click(tool('Picture'))
    await user.click(screen.getByRole('combobox', { name: 'Find a media item' }))
    await user.click(await screen.findByRole('option', { name: /Photo of a camera/ }))
    await waitFor(() => expect(JSON.stringify(drawn.value())).toContain(photo))
    const alt = await screen.findByRole('textbox', { name: 'What the picture shows, in words' })
    expect(alt).toHaveProperty('value', 'Photo of a camera')
    expect(behaviourOf(field).read(drawn.value()).issues).toEqual([])
  })

  it('takes a table, begins in its first cell, and grows by the tab key', async () => {
    const drawn = drawField(field)
    const box = await page()
    await user.click(tool('Insert a table'))
    expect(within(box).getAllByRole('columnheader')).toHaveLength(3)
    expect(within(box).getAllByRole('row')).toHaveLength(3)
    for (let cell = 1; cell < 9; cell += 1) fireEvent.keyDown(box, { key: 'Tab' })
    expect(within(box).getAllByRole('row')).toHaveLength(3)
    fireEvent.keyDown(box, { key: 'Tab' })
    expect(within(box).getAllByRole('row')).toHaveLength(4)
    await waitFor(() => expect(behaviourOf(field).read(drawn.value()).issues).toEqual([]))
  })

  it('changes a table from the place where the cursor is', async () => {
    drawField(field)
    const box = await page()
    await user.click(tool('Insert a table'))
    await user.click(await screen.findByRole('button', { name: 'Table' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete the row' }))
    expect(within(box).queryAllByRole('columnheader')).toHaveLength(0)
    expect(within(box).getAllByRole('row')).toHaveLength(2)
  })

  it('is ahead of its value while one types fast, and loses nothing to what comes back late', async () => {
    const sent: unknown[] = []
    const change = (value: unknown) => void sent.push(value)
    const draw = (value: unknown) => (
      <World>
        <FieldEditor field={field} value={value} onChange={change} languageCode="en-US" />
      </World>
    )
    const { rerender } = render(draw(null))
    const box = await page()
    await user.click(tool('Line across'))
    await user.click(tool('Line across'))
    expect(sent).toHaveLength(2)
    rerender(draw(sent[0]))
    expect(within(box).getAllByRole('separator')).toHaveLength(2)
    rerender(draw(sent[1]))
    expect(within(box).getAllByRole('separator')).toHaveLength(2)
    // What someone else says counts: a reset, an undo of the form.
    rerender(draw(richTextFromText('theirs')))
    expect(within(box).queryAllByRole('separator')).toHaveLength(0)
    expect(box.textContent).toBe('theirs')
    rerender(draw(null))
    expect(box.textContent).toBe('')
  })

  it('hands a large text out when typing pauses, when one leaves it, and when it is closed', async () => {
    const large = richTextFromText('word '.repeat(5_000))
    const drawn = drawField(field, large)
    const box = await page()
    box.focus()
    await user.click(tool('Line across'))
    expect(drawn.changes).toEqual([])
    await waitFor(() => expect(JSON.stringify(drawn.value())).toContain('horizontalRule'))
    await user.click(tool('Undo'))
    expect(drawn.changes).toHaveLength(1)
    cleanup()
    expect(drawn.changes).toHaveLength(2)
    expect(JSON.stringify(drawn.value())).not.toContain('horizontalRule')
  })

  it('shows what it cannot edit instead of dropping it', async () => {
    const foreign = {
      type: 'doc',
      content: [{ type: 'callout', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'kept' }] }] }],
    }
    const drawn = drawField(field, foreign)
    expect(screen.getByText(/parts that the editor does not know/)).toBeTruthy()
    expect(screen.getByText('kept')).toBeTruthy()
    expect(drawn.changes).toEqual([])
  })

  it('cannot be written on where it may only be read', async () => {
    drawField(field, richTextFromText('words'), { isReadOnly: true, services: testServices })
    expect((await page()).getAttribute('contenteditable')).toBe('false')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })
})

describe('what is pasted', () => {
  const pasted = async (html: string) => {
    const drawn = drawField(field)
    const box = await page()
    box.focus()
    fireEvent.paste(box, {
      clipboardData: { getData: (kind: string) => (kind === 'text/html' ? html : ''), files: [] },
    })
    await waitFor(() => expect(drawn.changes.length).toBeGreaterThan(0))
    return richTextToHtml(drawn.value() as RichTextDocument)
  }

  it.each(officeTexts.map((each) => [each.name, each] as const))(
    'from %s is read as an import would read it',
    async (_name, { given, expected }) => {
      expect(await pasted(given)).toBe(expected)
    },
  )

  it('from a page of ours is as it was there', async () => {
    expect(await pasted('<p data-pm-slice="1 1 []">a <strong>b</strong></p>')).toBe('<p>a <strong>b</strong></p>')
  })
})
