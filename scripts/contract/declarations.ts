/** The text of a declaration file (`.d.ts`), by its path below the root, without its ending: `shared/ui/src/index`. */
export type DeclarationFiles = ReadonlyMap<string, string>

export interface Declaration {
  readonly lines: readonly string[]
  /** Keys of the declarations of the same package that it names. */
  readonly uses: readonly string[]
}

/** What a package exports: by name the key of its declaration, and all that these lead to. */
export interface Surface {
  readonly members: Readonly<Record<string, string>>
  readonly declarations: Readonly<Record<string, Declaration>>
}

interface Place {
  readonly file: string
  readonly name: string
}

interface Parsed {
  /** Text by the name that it declares. */
  readonly declared: ReadonlyMap<string, string>
  /** What the module knows from elsewhere, and exports of it, by its name there. */
  readonly imported: ReadonlyMap<string, Place>
  readonly exported: ReadonlyMap<string, Place>
}

/**
 * The exports of a package's entry with everything in the package that they are declared by. Names of other packages stay
 * names: those have a contract of their own.
 */
export function surfaceOf(entry: string, files: DeclarationFiles): Surface {
  const cache = new Map<string, Parsed>()
  const parsed = (file: string): Parsed => {
    const known = cache.get(file)
    if (known) return known
    const text = files.get(file)
    if (text === undefined) throw new Error(`The compiler wrote no declarations of ${file}.`)
    const made = parse(text, file)
    cache.set(file, made)
    return made
  }
  const declarations: Record<string, Declaration> = {}

  /** Where a name is declared, by way of re-exports. */
  const source = ({ file, name }: Place): Place => {
    if (!files.has(file)) return { file, name }
    const { declared, exported, imported } = parsed(file)
    const next = declared.has(name) ? undefined : (exported.get(name) ?? imported.get(name))
    return next === undefined ? { file, name } : source(next)
  }
  const add = (place: Place): string => {
    const { file, name } = source(place)
    const key = keyOf({ file, name }, entry)
    if (key in declarations) return key
    const text = files.has(file) ? parsed(file).declared.get(name) : undefined
    if (text === undefined) {
      if (isOurs(file, entry)) throw new Error(`The compiler wrote no declaration of ${name} in ${file}.`)
      declarations[key] = { lines: [`from ${file}`], uses: [] }
      return key
    }
    // Known before its own text is read, as types may name themselves.
    declarations[key] = { lines: [], uses: [] }
    const { declared, imported } = parsed(file)
    const uses = [...new Set(text.match(/[\p{L}$_][\p{L}\p{N}$_]*/gu))]
      .filter((word) => word !== name)
      .flatMap((word) => {
        const used = declared.has(word) ? { file, name: word } : imported.get(word)
        return used !== undefined && files.has(source(used).file) ? [add(used)] : []
      })
    declarations[key] = { lines: text.split('\n'), uses: [...new Set(uses)].filter((use) => use !== key).sort() }
    return key
  }

  const { declared, exported } = parsed(entry)
  const own = [...declared]
    .filter(([, text]) => text.startsWith('export '))
    .map(([name]) => [name, { file: entry, name }])
  const members = [...(own as [string, Place][]), ...exported]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, place]) => [name, add(place)] as const)
  return { members: Object.fromEntries(members), declarations: sorted(declarations) }
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

const isOurs = (file: string, entry: string): boolean => file.split('/')[0] === entry.split('/')[0]

/** `columns#Column`: the file within the entry's folder, and the name. */
const keyOf = ({ file, name }: Place, entry: string): string => {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1)
  return `${file.startsWith(folder) ? file.slice(folder.length) : file}#${name}`
}

/** Statements of a declaration file begin at the start of a line; what belongs to one is indented, or closes a bracket. */
function parse(text: string, file: string): Parsed {
  const declared = new Map<string, string>()
  const imported = new Map<string, Place>()
  const exported = new Map<string, Place>()
  for (const statement of text.split(/\n(?=[a-z])/).map((part) => part.trim())) {
    const list = /^(import|export)\s+(?:type\s+)?{([^}]*)}\s*from\s*['"]([^'"]+)['"]/.exec(statement)
    if (list) {
      const [, keyword, names = '', request = ''] = list
      const target = targetOf(request, file)
      for (const { inside, outside } of namesIn(names)) {
        if (keyword === 'import') imported.set(outside, { file: target, name: inside })
        else exported.set(outside, { file: target, name: inside })
      }
      continue
    }
    if (/^export\s*\*/.test(statement)) throw new Error(`${file} exports everything of another file: name the exports.`)
    const own = /^(?:export )?(?:declare )?(?:abstract )?(interface|type|function|class|enum) ([\w$]+)/.exec(statement)
    if (own) {
      const name = own[2] ?? ''
      const overload = declared.get(name)
      declared.set(name, overload === undefined ? statement : `${overload}\n${statement}`)
      continue
    }
    const constants = /^((?:export )?(?:declare )?const )([\s\S]*?);?$/.exec(statement)
    for (const one of constants ? atDepthZero(constants[2] ?? '') : []) {
      const name = /^[\w$]+/.exec(one)?.[0]
      if (name !== undefined) declared.set(name, `${constants?.[1]}${one};`)
    }
  }
  return { declared, imported, exported }
}

const namesIn = (list: string): { inside: string; outside: string }[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type\s+/, ''))
    .filter((name) => name !== '')
    .map((name) => {
      const [inside = name, outside = inside] = name.split(/\s+as\s+/)
      return { inside, outside }
    })

/** The file that a request leads to, as the key of its declarations; another package stays its name. */
function targetOf(request: string, file: string): string {
  if (!request.startsWith('.')) return request
  const parts = file.split('/').slice(0, -1)
  for (const part of request.replace(/\.tsx?$/, '').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** The parts of `a: A<B, C>, d: D` between the commas that stand in no bracket. */
function atDepthZero(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if ('<({['.includes(character)) depth += 1
    else if (')}]'.includes(character) || (character === '>' && text[at - 1] !== '=')) depth -= 1
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...parts, text.slice(start).trim()]
}
