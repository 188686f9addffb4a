import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as kit from '@pim/content-kit'
import * as bulk from '@pim/content-kit/bulk'
import * as bulkEdit from '@pim/content-kit/bulk-edit'
import * as exported from '@pim/content-kit/export'
import * as fields from '@pim/content-kit/fields'
import * as mediaUpload from '@pim/content-kit/media-upload'
import * as plan from '@pim/content-kit/plan'
import * as savedChoices from '@pim/content-kit/saved-choices'
import * as sectionSettings from '@pim/content-kit/section-settings'
import { FieldServicesProvider } from '@pim/field-types/react'
import { TestShell } from '@pim/shell/testing'
import * as ui from '@pim/ui'
import * as onDemand from '@pim/ui/on-demand'
import * as tree from '@pim/ui/tree'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render } from '@testing-library/react'
import strings from '../../../locales/en-US.json'
import { servicesWithoutItem } from '../services-without-item.ts'
import { partsOfKit } from './parts-of-kit.tsx'
import { partsOfUi } from './parts-of-ui.tsx'

const doorsOfKit = { kit, bulk, bulkEdit, exported, fields, mediaUpload, plan, savedChoices, sectionSettings }

/** Those of them that are drawn: an error is written large, too. */
const isDrawn = (value: unknown): boolean =>
  (typeof value === 'function' && !(value.prototype instanceof Error)) || '$$typeof' in Object(value)

/** The names of the components among exports. */
const componentsIn = (doors: readonly object[]): string[] =>
  doors
    .flatMap((door) => Object.entries(door))
    .filter(([name, value]) => /^[A-Z]/.test(name) && isDrawn(value))
    .map(([name]) => name)

const missing = (doors: readonly object[], examples: object): string[] => {
  const shown = new Set(Object.keys(examples).flatMap((names) => names.split(', ')))
  return componentsIn(doors).filter((name) => !shown.has(name))
}

afterEach(cleanup)

describe('the gallery', () => {
  it('shows each component of @pim/ui and of the kit', () => {
    expect(missing([ui, onDemand, tree], partsOfUi)).toEqual([])
    expect(missing(Object.values(doorsOfKit), partsOfKit)).toEqual([])
  })

  it('lacks one that was just written', () => {
    expect(missing([{ ...ui, NewPart: () => null, useThing: () => 1, limit: 3 }], partsOfUi)).toEqual(['NewPart'])
  })

  // With a server that has nothing: what lies over the page is drawn when it is opened.
  it.each([...Object.entries(partsOfUi), ...Object.entries(partsOfKit)])('draws %s', (_, Example) => {
    const part = (
      <FieldServicesProvider value={servicesWithoutItem}>
        <Example />
      </FieldServicesProvider>
    )
    render(
      <TestShell
        remote={{ screens: { '/prototype/parts': part } }}
        at="/prototype/parts"
        strings={strings}
        server={{}}
      />,
    )
    expect(document.body.textContent).not.toContain('Unexpected Application Error')
  })

  it('looks through every door of the kit', () => {
    const file = join(import.meta.dirname, '../../../../shared/content-kit/package.json')
    const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports: object }
    const doors = Object.keys(exports).filter((door) => !/testing|locales/.test(door))
    expect(doors).toHaveLength(Object.keys(doorsOfKit).length)
  })
})
