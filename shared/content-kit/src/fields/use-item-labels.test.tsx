import type { NamedItem } from '@pim/contract'
import shellStrings from '@pim/shell/locales/en-US.json'
import { TestShell } from '@pim/shell/testing'
import { afterEach, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import strings from '../../locales/en-US.json'
import { useItemLabels } from './use-item-labels.ts'

configure({ asyncUtilTimeout: 20_000 })
rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const [english, arabic] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const item = (contentItemId: string, more: Partial<NamedItem> = {}): NamedItem => ({
  contentItemId,
  name: `Name of ${contentItemId.slice(-1)}`,
  technicalContentTypeName: 'camera',
  kind: 'user',
  isDeleted: false,
  ...more,
})
const ids = ['a', 'b', 'c'].map((end) => `00000000-0000-7000-8000-00000000000${end}`)

function Names() {
  const { itemLabel } = useItemLabels(arabic)
  const [text, setText] = useState('')
  useEffect(() => {
    void Promise.all(ids.map((id) => itemLabel(id, new AbortController().signal))).then((labels) =>
      setText(
        labels
          .map((label) =>
            label ? [label.name, label.languageTag, label.typeLabel, label.isDeleted].join(' ') : 'none',
          )
          .join(' · '),
      ),
    )
  }, [itemLabel])
  return <p>{text}</p>
}

it('items are named as in the variation that one works in, in one call for all of them', async () => {
  const asked: unknown[] = []
  const variation = { isDefault: false, fallbackVariationId: null }
  render(
    <TestShell
      remote={{ screens: { '/': <Names /> } }}
      at="/"
      strings={{ ...shellStrings, ...strings }}
      server={{
        'tenants.getVariations': () => [
          { ...variation, variationId: english, friendlyName: 'English', languageCode: 'en-US', isDefault: true },
          { ...variation, variationId: arabic, friendlyName: 'Arabic', languageCode: 'ar-EG' },
        ],
        'contentModel.getAllTypes': () => [
          { technicalName: 'camera', friendlyName: { 'en-US': 'Camera' }, kind: 'user', fields: [] },
        ],
        'search.lookUpItems': ({ body }) => {
          asked.push(body)
          return [item(ids[0] ?? '', { isDeleted: true }), item(ids[1] ?? '', { nameVariationId: english })]
        },
      }}
    />,
  )
  expect(await screen.findByText('Name of a ar-EG Camera true · Name of b en-US Camera false · none')).toBeTruthy()
  expect(asked).toEqual([{ contentItemIds: ids, variationId: arabic }])
})
