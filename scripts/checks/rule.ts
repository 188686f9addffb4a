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

/** The names of all tables, from the `tables.ts` files of the modules. */
export function tablesIn(all: ReadonlyMap<string, SourceFile>): string[] {
  return [...all.values()]
    .filter(({ path }) => path.endsWith('tables.ts'))
    .flatMap(({ text }) => text.split(/^export interface \w*Tables\b[^{]*\{/m).slice(1))
    .flatMap((members) =>
      [...(members.split('\n}')[0] ?? '').matchAll(/^ {2}'?([\w.]+)'?:/gm)].map((match) => match[1] ?? ''),
    )
}

/** The numbers of the lines that match a pattern, without comment lines. */
export function matches(text: string, pattern: RegExp): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (/^\s*(?:\/\/|\*|\/\*)/.test(line) || !pattern.test(line) ? [] : [index + 1]))
}
