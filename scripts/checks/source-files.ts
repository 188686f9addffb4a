import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A source file of this repository with its imports. */
export interface SourceFile {
  /** From the root, with slashes: `server/src/app.ts`. */
  readonly path: string
  readonly text: string
  readonly imports: readonly Import[]
  readonly isTest: boolean
}

export interface Import {
  /** As it is written: `./x.ts`, `@pim/contract`, `zod`. */
  readonly specifier: string
  /** From the root, where it is a file of this repository: `server/src/x.ts`. */
  readonly file: string | undefined
  readonly line: number
}

/**
 * The canaries are texts in a file of their own, and would be taken for its imports. The templates of a section are checked as
 * the section that is made of them.
 */
const skipped = new Set(['node_modules', 'dist', 'coverage', 'boundary-canaries.ts', 'templates'])

/** Every TypeScript file below the folder, without hidden folders. */
export function sourceFiles(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.name.startsWith('.') || skipped.has(entry.name)) return []
    if (entry.isDirectory()) return sourceFiles(root, path)
    return entry.isFile() && /\.tsx?$/.test(entry.name)
      ? [sourceFile(path, readFileSync(join(root, path), 'utf8'))]
      : []
  })
}

export function sourceFile(path: string, text: string): SourceFile {
  const isTest = /\.(?:test|spec)\.tsx?$/.test(path) || /\/testing(?:\/|\.|-)/.test(path)
  return { path, text, imports: importsIn(path, text), isTest }
}

/**
 * In formatted code an import statement starts a line and ends with its quoted source; calls of `import` can be
 * anywhere. Comments are blanked first, with their line ends kept, so that nothing in them counts.
 */
const statement = /^[ \t]*(?:import|export)\b(?!\s*\()[^'";]*?(?:\bfrom\s*)?(['"])([^'"\n]+)\1/gm
const call = /\b(?:import|require)\(\s*(['"`])([^'"`\n]+)\1/g
const typeQuery = /\bimport\((['"])([^'"\n]+)\1\)/g

function importsIn(path: string, text: string): Import[] {
  const code = withoutComments(text)
  const found = new Map<string, Import>()
  for (const pattern of [statement, call, typeQuery]) {
    for (const match of code.matchAll(pattern)) {
      const specifier = match[2] ?? ''
      // `export const x = 'text'` matches the pattern too, but has no `from`.
      if (pattern === statement && !isModuleStatement(match[0])) continue
      const line = code.slice(0, match.index).split('\n').length
      found.set(`${line} ${specifier}`, { specifier, line, file: fileOf(path, specifier) })
    }
  }
  return [...found.values()]
}

function isModuleStatement(text: string): boolean {
  const trimmed = text.trim()
  return /\bfrom\s*['"]/.test(trimmed) || /^import\s*['"]/.test(trimmed)
}

function fileOf(path: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined
}

function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, blank).replace(/^[ \t]*\/\/.*$/gm, blank)
}
