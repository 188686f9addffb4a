import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { root } from '../workspace.ts'
import { runner } from './defences.ts'
import { plantedFaults, withFault } from './planted-faults.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('planted faults', () => {
  it('change their file, and name tests that are there and a part of the run that is', () => {
    expect(plantedFaults.length).toBe(10)
    for (const { tests, ...fault } of plantedFaults) {
      const text = read(fault.path)
      expect([fault.name, withFault(text, fault) === text]).toEqual([fault.name, false])
      expect([fault.name, tests.length > 0]).toEqual([fault.name, true])
      const missing = tests.filter(({ path, title }) =>
        path === runner
          ? !existsSync(join(root, 'scripts/checks', `${title}.ts`)) &&
            !existsSync(join(root, 'scripts/tasks', `${title}.ts`))
          : !existsSync(join(root, path)) || !read(path).includes(title),
      )
      expect(missing).toEqual([])
    }
  })

  it('are at fault where their text is not in the file, or twice', () => {
    const fault = { name: 'a', from: 'x', to: 'y' }
    expect(withFault('a x b', fault)).toBe('a y b')
    expect(() => withFault('a b', fault)).toThrow('not in the file once')
    expect(() => withFault('x x', fault)).toThrow('not in the file once')
  })
})
