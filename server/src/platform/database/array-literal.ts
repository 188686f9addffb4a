/**
 * Writes a flat array as PostgreSQL reads it in a parameter. The driver would escape each element by two replacements, which took
 * a tenth of this process's time where thousands of index keys are written; most elements have nothing to escape. Whatever is
 * no flat array is left to the driver.
 */
export function arrayLiteral(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const parts: string[] = []
  for (const element of value) {
    if (typeof element === 'string') parts.push(isPlain(element) ? `"${element}"` : `"${escaped(element)}"`)
    else if (typeof element === 'number' || typeof element === 'boolean') parts.push(String(element))
    else if (element === null || element === undefined) parts.push('NULL')
    else return value
  }
  return `{${parts.join(',')}}`
}

const isPlain = (text: string): boolean => !text.includes('"') && !text.includes('\\')
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')
