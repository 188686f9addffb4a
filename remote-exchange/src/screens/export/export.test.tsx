import kitStrings from '@pim/content-kit/locales/en-US.json'
import { savedChoicesServer } from '@pim/content-kit/testing'
import type { ContentType, ExportRequest, Role } from '@pim/contract'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

rs.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

const english = '00000000-0000-7000-8000-000000000001'
const typeOf = (technicalName: string, fields: string[]): ContentType => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  kind: 'user',
  fields: fields.map((name) => ({
    technicalName: name,
    friendlyName: {},
    type: name === 'lens' ? 'richText' : 'text',
  })),
})

function open(role: Role = 'editor') {
  const record = createShellRecord()
  const asked: ExportRequest[] = []
  render(
    <TestShell
      remote={remote}
      at="/exchange/export?type=camera"
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...strings }}
      server={{
        'contentModel.getAllTypes': () => [typeOf('article', ['body']), typeOf('camera', ['title', 'lens', 'price'])],
        'tenants.getVariations': () => [
          {
            variationId: english,
            friendlyName: 'English',
            languageCode: 'en-US',
            fallbackVariationId: null,
            isDefault: true,
          },
        ],
        ...savedChoicesServer().handlers,
        'export.exportItems': ({ body }) => {
          asked.push(body)
          return new Blob(['title\n'])
        },
      }}
      role={role}
      record={record}
    />,
  )
  return { user: userEvent.setup(), record, asked }
}

it('an export has what was chosen of a content type, in its order, and what is kept under a name comes back', async () => {
  const { user, record, asked } = open()
  await user.click(await screen.findByRole('radio', { name: 'CSV' }))
  await user.click(screen.getByRole('combobox', { name: 'Fields' }))
  await user.click(await screen.findByRole('option', { name: 'price' }))
  await user.click(await screen.findByRole('option', { name: 'title' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('checkbox', { name: 'Name links, concepts and media by keys' }))
  await user.click(screen.getByRole('checkbox', { name: 'Labels as headings' }))
  await user.click(screen.getByRole('combobox', { name: 'Rich texts' }))
  await user.click(await screen.findByRole('option', { name: 'Markdown' }))
  await screen.findByText(/have no signs in Markdown/)
  await user.click(screen.getByRole('button', { name: 'Profiles' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a profile…' }))
  await user.type(await screen.findByRole('textbox', { name: /Name of the profile/ }), 'Prices{Enter}')
  await waitFor(() => expect(record.feedback).toHaveLength(1))

  await user.click(screen.getByRole('combobox', { name: 'Content type' }))
  await user.click(await screen.findByRole('option', { name: 'article' }))
  await waitFor(() => expect(record.address).toBe('/exchange/export?type=article'))
  await user.click(screen.getByRole('button', { name: 'Profiles' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Prices' }))
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toEqual({
    technicalContentTypeName: 'camera',
    format: 'csv',
    delimiter: ',',
    layout: 'items',
    values: 'own',
    technicalFieldNames: ['title', 'price'],
    withChannels: false,
    references: 'keys',
    headingLanguageCode: 'en-US',
    richTexts: 'markdown',
  })
  await waitFor(() =>
    expect(record.feedback.at(-1)?.message).toBe('The file is saved where your browser puts downloads'),
  )
})
