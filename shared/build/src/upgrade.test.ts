import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core'
import { upgradePackages } from './upgrade.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pim-upgrade-'))
  for (const place of ['packages', 'newer']) mkdirSync(join(folder, place))
  for (const file of ['pim-contract-1.34.0.tgz', 'pim-shell-2.7.0.tgz'])
    writeFileSync(join(folder, 'packages', file), 'old')
  const settings =
    '"@pim/contract": "file:packages/pim-contract-1.34.0.tgz", "@pim/shell": "file:packages/pim-shell-2.7.0.tgz"'
  for (const file of ['package.json', 'pnpm-workspace.yaml']) writeFileSync(join(folder, file), settings)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the packages of another release of the product', () => {
  it('take the place of those before, in the folder and in the settings', () => {
    for (const file of ['pim-contract-1.35.0.tgz', 'pim-shell-2.7.0.tgz', 'README.md'])
      writeFileSync(join(folder, 'newer', file), 'new')
    expect(upgradePackages(folder, 'newer')).toEqual([
      { name: '@pim/contract', from: '1.34.0', to: '1.35.0' },
      { name: '@pim/shell', from: '2.7.0', to: '2.7.0' },
    ])
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['pim-contract-1.35.0.tgz', 'pim-shell-2.7.0.tgz'])
    expect(readFileSync(join(folder, 'packages/pim-shell-2.7.0.tgz'), 'utf8')).toBe('new')
    for (const file of ['package.json', 'pnpm-workspace.yaml'])
      expect(readFileSync(join(folder, file), 'utf8')).toContain('packages/pim-contract-1.35.0.tgz')
  })

  it('are refused whole where one of them is missing, or none is there', () => {
    expect(() => upgradePackages(folder, 'newer')).toThrow('holds no packages of the product')
    writeFileSync(join(folder, 'newer/pim-contract-1.35.0.tgz'), 'new')
    expect(() => upgradePackages(folder, 'newer')).toThrow('lacks @pim/shell')
    expect(readdirSync(join(folder, 'packages')).sort()).toEqual(['pim-contract-1.34.0.tgz', 'pim-shell-2.7.0.tgz'])
  })
})
