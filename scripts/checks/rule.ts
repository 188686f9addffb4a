import type { SourceFile } from './source-files.ts'

export interface Violation {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly what: string
}

export interface Rule {
  readonly name: string
  check(file: SourceFile, all: ReadonlyMap<string, SourceFile>): Violation[]
}

/** Tables by their names, as the modules describe them to the query builder. A source that a caller hands in is the caller's. */
export function tablesIn(all: ReadonlyMap<string, SourceFile>): string[] {
  return [...all.values()]
    .filter(({ path }) => path.endsWith('tables.ts'))
    .flatMap(({ text }) => text.split(/^export interface \w*Tables\b[^{]*\{/m).slice(1))
    .flatMap((members) =>
      [...(members.split('\n}')[0] ?? '').matchAll(/^ {2}'?([\w.]+)'?:/gm)].map((match) => match[1] ?? ''),
    )
}

/** The lines on which a pattern stands outside of comments. */
export function matches(text: string, pattern: RegExp): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (/^\s*(?:\/\/|\*|\/\*)/.test(line) || !pattern.test(line) ? [] : [index + 1]))
}
