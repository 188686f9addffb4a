import { describe, expect, it } from '@rstest/core'
import { surfaceOf } from './declarations.ts'
import { type LentModule, shellChanges, shellReport } from './shell-contract.ts'
import { hasNote, nextVersion } from './versions.ts'

const table = `import { type ReactNode } from 'react';
import type { Column } from './columns.ts';
interface TableProps {
    columns: readonly Column[];
    empty?: ReactNode;
}
export declare function Table(props: TableProps): ReactNode;
export {};
`
const columns = `export interface Column {
    name: string;
}
export declare const TableProvider: Provider<Map<string, Column> | undefined>, useTable: () => {
    columns: number;
};
`
const sources = {
  'ui/index': `export { type Column, useTable } from './columns.ts';
export { Table as DataTable } from './table.tsx';
export { ago } from 'other-library';
`,
  'ui/table': table,
  'ui/columns': columns,
}

const surface = (changed: Partial<typeof sources> = {}) =>
  surfaceOf('ui/index', new Map(Object.entries({ ...sources, ...changed })))
const library = (release: string, names: string[]): LentModule => ({ release, names })
const offered = (ui: LentModule = surface(), mui: LentModule = library('9.5', ['Box', 'Chip'])) => ({
  '@pim/ui': ui,
  mui,
})
const nothing = { version: '1.0.0', slots: {}, modules: {} }
const first = shellReport(offered(), nothing, '1.0.0')

/** What the check finds of a change, and the version that it asks for. */
function found(now: ReturnType<typeof offered>, compatible: string[] = []) {
  const changes = shellChanges(first, shellReport(now, first, '1.0.0'), compatible)
  return [nextVersion(first.version, changes), ...changes.map(({ kind, what }) => `${kind} ${what}`)]
}

describe('the report of what the shell offers', () => {
  it('holds each export with all of its package that it is declared by', () => {
    expect(Object.keys(surface().members)).toEqual(['Column', 'DataTable', 'ago', 'useTable'])
    expect(surface().declarations['table#Table']?.uses).toEqual(['table#TableProps'])
    expect(surface().declarations['table#TableProps']?.uses).toEqual(['columns#Column'])
    expect(surface().declarations['columns#useTable']?.lines[0]).toBe('export declare const useTable: () => {')
    expect(surface().declarations['other-library#ago']?.lines).toEqual(['from other-library'])
  })

  it('asks for nothing where nothing changed', () => {
    expect(found(offered())).toEqual(['1.0.0'])
  })

  const index = sources['ui/index']
  it.each([
    ['a removed export', { 'ui/index': index.replace('type Column, ', '') }, '2.0.0', 'removed Column of @pim/ui'],
    [
      'a renamed export',
      { 'ui/index': index.replace('as DataTable', 'as Grid') },
      '2.0.0',
      'removed DataTable of @pim/ui',
    ],
    [
      'a changed property of its props',
      { 'ui/table': table.replace('empty?: ReactNode', 'empty: ReactNode') },
      '2.0.0',
      'changed DataTable of @pim/ui',
    ],
    [
      'a changed type that its props name',
      { 'ui/columns': columns.replace('name: string', 'id: string') },
      '2.0.0',
      'changed DataTable of @pim/ui',
    ],
    [
      'a changed result',
      { 'ui/columns': columns.replace('columns: number', 'columns: string') },
      '2.0.0',
      'changed useTable of @pim/ui',
    ],
    [
      'a member of another package',
      { 'ui/index': index.replace('other-library', 'third-library') },
      '2.0.0',
      'changed ago of @pim/ui',
    ],
    [
      'a new export',
      { 'ui/index': `${index}export { then } from 'other-library';\n` },
      '1.1.0',
      'added then of @pim/ui',
    ],
  ])('asks for a version after %s', (_, changed, version, change) => {
    const [asked, ...changes] = found(offered(surface(changed)))
    expect(asked).toBe(version)
    expect(changes).toContain(change)
  })

  it.each([
    ['a name that is lent no more', library('9.5', ['Box']), '2.0.0'],
    ['a major release of a library', library('10.0', ['Box', 'Chip']), '2.0.0'],
    ['a minor release of a library', library('9.6', ['Box', 'Chip']), '1.1.0'],
    ['one more name', library('9.5', ['Box', 'Chip', 'Tab']), '1.1.0'],
  ])('asks for a version after %s', (_, mui, version) => {
    expect(found(offered(surface(), mui))[0]).toBe(version)
  })

  it('takes a changed declaration for an addition where somebody says that it is compatible', () => {
    const changed = surface({ 'ui/columns': columns.replace('name: string', 'name: string;\n    width?: number') })
    expect(found(offered(changed), ['Column', 'DataTable'])[0]).toBe('1.1.0')
    expect(found(offered(changed), ['Column'])[0]).toBe('2.0.0')
  })

  it('dates what is new or changed, and leaves the dates of all else', () => {
    const changed = surface({ 'ui/columns': columns.replace('columns: number', 'columns: string') })
    const { members } = shellReport(offered(changed), first, '2.0.0').modules['@pim/ui'] ?? {}
    expect(Object.entries(members ?? {}).map(([name, { since }]) => [name, since])).toEqual([
      ['Column', '1.0.0'],
      ['DataTable', '1.0.0'],
      ['ago', '1.0.0'],
      ['useTable', '2.0.0'],
    ])
  })
})

describe('the slots in the report', () => {
  const slots = (given: string, more = '') =>
    surfaceOf(
      'shell/slots',
      new Map([
        [
          'shell/slots',
          `export type { ItemGiven, SlotGiven, SlotName } from './given.ts';\nexport declare const useFills: <Slot extends SlotName>(slot: Slot) => SlotGiven[Slot];\nimport type { SlotGiven, SlotName } from './given.ts';\n`,
        ],
        [
          'shell/given',
          `export interface ItemGiven {\n    readonly ${given};\n}\nexport interface SlotGiven {\n    readonly 'item.panel': ItemGiven;\n${more}}\nexport type SlotName = keyof SlotGiven;\n`,
        ],
      ]),
    )
  const before = shellReport({ '@pim/shell/slots': slots('itemId: string') }, nothing, '1.0.0')
  const after = (surface: ReturnType<typeof slots>, compatible: string[] = []) => {
    const report = shellReport({ '@pim/shell/slots': surface }, before, '1.0.0', compatible)
    const asked = nextVersion('1.0.0', shellChanges(before, report, compatible))
    return [asked, ...Object.entries(report.slots).map(([slot, { version }]) => `${slot} ${version}`)]
  }

  it('have versions of their own, by which alone what they give is broken', () => {
    expect(before.slots).toEqual({ 'item.panel': { version: '1.0.0', given: 'ItemGiven' } })
    expect(after(slots('itemId: string'))).toEqual(['1.0.0', 'item.panel 1.0.0'])
    expect(after(slots('itemId: number'))).toEqual(['1.1.0', 'item.panel 2.0.0'])
    expect(after(slots('itemId: string;\n    readonly name: string'), ['ItemGiven'])).toEqual([
      '1.1.0',
      'item.panel 1.1.0',
    ])
    expect(after(slots('itemId: string', "    readonly 'item.actions': ItemGiven;\n"))).toEqual([
      '1.1.0',
      'item.panel 1.0.0',
      'item.actions 1.0.0',
    ])
  })
})

describe('release notes', () => {
  it('say something of a version in a row with text', () => {
    const notes = '| version | what changed | what to do |\n|---|---|---|\n| 1.1.0 | more | |\n| 1.2.0 | | |\n'
    expect(['1.1.0', '1.2.0', '1.3.0'].map((version) => hasNote(notes, version))).toEqual([true, false, false])
  })
})
