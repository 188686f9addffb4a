// Checks imports between packages and the other boundary rules. First proves on small trees with a planted violation
// that each rule can fail.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../workspace.ts'
import { canaries, innocent } from './boundary-canaries.ts'
import { rules } from './boundary-rules.ts'
import type { Violation } from './rule.ts'
import { sourceFiles } from './source-files.ts'

/** With fewer files the check has not read the repository, and is broken. */
const minFiles = 100

function violationsIn(folder: string): { violations: Violation[]; count: number } {
  const files = new Map(sourceFiles(folder).map((file) => [file.path, file]))
  const violations = [...files.values()].flatMap((file) => rules.flatMap((rule) => rule.check(file, files)))
  return { violations, count: files.size }
}

function inTree<T>(files: Readonly<Record<string, string>>, look: (folder: string) => T): T {
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

/** Errors of the check itself: canaries that are not found, and allowed files that are. */
function selfTest(): string[] {
  const faults: string[] = []
  for (const { name } of rules) {
    const trees = canaries[name] ?? []
    if (trees.length === 0) faults.push(`"${name}" has no canary`)
    for (const tree of trees) {
      const found = inTree(tree, violationsIn).violations.some((violation) => violation.rule === name)
      if (!found) faults.push(`"${name}" does not find its canary ${JSON.stringify(tree)}`)
    }
  }
  for (const { rule, path, what } of inTree(innocent, violationsIn).violations) {
    faults.push(`"${rule}" reports what is allowed: ${path} ${what}`)
  }
  return faults
}

const faults = selfTest()
const { violations, count } = violationsIn(root)
if (count < minFiles) faults.push(`only ${count} files were read`)
for (const fault of faults) console.error(`the check is broken: ${fault}`)
for (const { path, line, rule, what } of violations) console.error(`${path}:${line}  ${what}  (${rule})`)
if (faults.length + violations.length > 0) {
  console.error(`\n${violations.length} violations in ${count} files.`)
  process.exit(1)
}
console.log(`${rules.length} rules hold in ${count} files, and each was seen to fail on a planted violation.`)
