/** Marks that a style gives to a text, or takes from it, whatever is around it. */
export type StyledMarks = ReadonlyMap<string, boolean>

export const noStyle: StyledMarks = new Map()

type Read = (value: string) => readonly (readonly [mark: string, isOn: boolean])[]

const weightOf = (value: string): boolean | undefined => {
  if (/^(?:bold|bolder)$/.test(value)) return true
  if (/^(?:normal|lighter)$/.test(value)) return false
  return /^\d{1,4}$/.test(value) ? Number(value) >= 600 : undefined
}

const decorations: Read = (value) => [
  ...(/\bunderline\b/.test(value) ? [['underline', true] as const] : []),
  ...(/\bline-through\b/.test(value) ? [['strike', true] as const] : []),
]

const properties: Readonly<Record<string, Read>> = {
  'font-weight': (value) => {
    const isBold = weightOf(value)
    return isBold === undefined ? [] : [['bold', isBold]]
  },
  'font-style': (value) =>
    /^(?:italic|oblique)$/.test(value) ? [['italic', true]] : value === 'normal' ? [['italic', false]] : [],
  'text-decoration': decorations,
  'text-decoration-line': decorations,
  'vertical-align': (value) => {
    if (value === 'super') return [['superscript', true]]
    if (value === 'sub') return [['subscript', true]]
    return value === 'baseline'
      ? [
          ['superscript', false],
          ['subscript', false],
        ]
      : []
  },
}

function* declarationsIn(style: string): Generator<readonly [property: string, value: string]> {
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon === -1) continue
    const value = declaration.slice(colon + 1).replace('!important', '')
    yield [declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase()]
  }
}

export function marksOfStyle(style: string | undefined): StyledMarks {
  if (style === undefined) return noStyle
  const marks = new Map<string, boolean>()
  for (const [property, value] of declarationsIn(style))
    if (Object.hasOwn(properties, property))
      for (const [mark, isOn] of properties[property]?.(value) ?? []) marks.set(mark, isOn)
  return marks
}

/** True for a style of which nothing is lost: it has properties of marks alone, and those that Word notes for itself. */
export const isStyleOfMarks = (style: string): boolean =>
  [...declarationsIn(style)].every(([property]) => Object.hasOwn(properties, property) || property.startsWith('mso-'))

/** The style sheets of a text, by class: Excel says there alone which cells are bold. */
export function marksOfClasses(html: string): ReadonlyMap<string, StyledMarks> {
  const classes = new Map<string, StyledMarks>()
  for (const sheet of sheetsIn(html))
    for (const rule of sheet.split('}')) {
      const brace = rule.indexOf('{')
      const marks = brace === -1 ? noStyle : marksOfStyle(rule.slice(brace + 1))
      if (marks.size === 0) continue
      for (const selector of rule.slice(0, brace).split(',')) {
        const [, name] = /^[\w]*\.([\w-]+)$/.exec(selector.replace('<!--', '').trim()) ?? []
        if (name !== undefined) classes.set(name, new Map([...(classes.get(name) ?? noStyle), ...marks]))
      }
    }
  return classes
}

function* sheetsIn(html: string): Generator<string> {
  const lowered = html.toLowerCase()
  for (let start = lowered.indexOf('<style'); start !== -1; ) {
    const end = lowered.indexOf('</style', start)
    if (end === -1) return
    yield html.slice(lowered.indexOf('>', start) + 1, end)
    start = lowered.indexOf('<style', end)
  }
}
