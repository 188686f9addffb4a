import { describe, expect, it } from '@rstest/core'
import { callsNamedIn } from './calls.ts'
import { leastRange, type ShellReport, versionsNeeded } from './least-ranges.ts'

describe('the calls of a module', () => {
  it('are those that it names as a text or as members of the client', () => {
    const code = `
      const item = useApiQuery('contentItem.getItem', { params })
      await api.taxonomies.deleteTaxonomy({ params })
      await api
        .binary
        .uploadBinary(request)`
    expect(callsNamedIn(code)).toEqual(['binary.uploadBinary', 'contentItem.getItem', 'taxonomies.deleteTaxonomy'])
  })

  it('are not those of its comments, nor names that are no calls', () => {
    const code = `/** As contentItem.getItem. */
      // 'audit.getAudit'
      t('content.title', settings.title)`
    expect(callsNamedIn(code)).toEqual([])
  })

  it('have to be named in whole', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code that puts a name together
    expect(() => callsNamedIn('usePermission(`contentVariation.${step}`)')).toThrow(/in whole/)
  })
})

const shell: ShellReport = {
  version: '1.9.0',
  modules: {
    '@pim/shell': { since: '1.0.0', members: { useTenant: { since: '1.2.0' }, useNew: { since: '1.8.0' } } },
    '@pim/ui': { since: '1.0.0', members: { Thing: { since: '1.0.0' } } },
    react: { since: '1.4.0', members: {} },
  },
}
const rangeOf = (code: string, current = shell.version) => leastRange(versionsNeeded(code, shell), current)

describe('the least range that a section needs', () => {
  it.each([
    ["import { useTenant } from '@pim/shell'", '^1.2.0'],
    ["import {\n  useNew as fresh,\n  useTenant,\n} from '@pim/shell'", '^1.8.0'],
    ["import { type useNew, useTenant } from '@pim/shell'", '^1.2.0'],
    ["import type { useNew } from '@pim/shell'", '^1.0.0'],
    ["// import { useNew } from '@pim/shell'", '^1.0.0'],
    ["export { useNew } from '@pim/shell'", '^1.8.0'],
    ["import * as shell from '@pim/shell'", '^1.9.0'],
    ["import React from 'react'", '^1.4.0'],
    ["import { Thing } from '@pim/ui'", '^1.0.0'],
  ])('of %s is %s', (code, range) => {
    expect(rangeOf(code)).toBe(range)
  })

  it('is of the major version that it was built with', () => {
    expect(rangeOf("import { useNew } from '@pim/shell'", '2.3.0')).toBe('^2.0.0')
  })

  it('compares numbers, not texts', () => {
    expect(leastRange(['1.9.0', '1.10.0', '1.2.0'], '1.11.0')).toBe('^1.10.0')
  })
})
