// Who may import whom, and where SQL may stand. Proves first, on houses with a planted fault, that it can fail.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../workspace.ts'
import { canaries, innocent } from './boundary-canaries.ts'
import { rules } from './boundary-rules.ts'
import type { Violation } from './rule.ts'
import { sourceFiles } from './source-files.ts'

/** A check that reads nothing finds nothing; there are many times as many files as this. */
const fewestFiles = 100

function violationsIn(folder: string): { violations: Violation[]; count: number } {
  const files = new Map(sourceFiles(folder).map((file) => [file.path, file]))
  const violations = [...files.values()].flatMap((file) => rules.flatMap((rule) => rule.check(file, files)))
  return { violations, count: files.size }
}

function inHouse<T>(files: Readonly<Record<string, string>>, look: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pim-boundaries-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return look(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What is wrong with the check itself. */
function faultsOfTheCheck(): string[] {
  const faults: string[] = []
  for (const { name } of rules) {
    const houses = canaries[name] ?? []
    if (houses.length === 0) faults.push(`nothing proves that "${name}" can fail`)
    for (const house of houses) {
      const found = inHouse(house, violationsIn).violations.some((violation) => violation.rule === name)
      if (!found) faults.push(`"${name}" does not see ${JSON.stringify(house)}`)
    }
  }
  for (const { rule, path, what } of inHouse(innocent, violationsIn).violations) {
    faults.push(`"${rule}" takes what is allowed for a fault: ${path} ${what}`)
  }
  return faults
}

const faults = faultsOfTheCheck()
const { violations, count } = violationsIn(root)
if (count < fewestFiles) faults.push(`only ${count} files were read`)
for (const fault of faults) console.error(`the check is broken: ${fault}`)
for (const { path, line, rule, what } of violations) console.error(`${path}:${line}  ${what}  (${rule})`)
if (faults.length + violations.length > 0) {
  console.error(`\n${violations.length} violations of boundaries in ${count} files.`)
  process.exit(1)
}
console.log(`${rules.length} rules hold in ${count} files, and each was seen to fail on a planted violation.`)
