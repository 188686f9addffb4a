import { compileInSteps } from './pattern.ts'
import { PatternError } from './pattern-reader.ts'
import type { Steps } from './steps.ts'

/** Levels of fields in fields; settings that are deeper are refused. */
const deepest = 5

/**
 * Compiles the patterns in the settings of a field and of the fields in it, so that whoever asks for them next has them at
 * once: the thirty columns of a table may have thirty that take long. What is no pattern is left to whoever checks it.
 * Returns the work that all of them take, known ones too.
 */
export function* preparePatterns(settings: unknown, depth = 0): Steps<number> {
  if (typeof settings !== 'object' || settings === null || depth > deepest) return 0
  let work = 0
  if ('pattern' in settings && typeof settings.pattern === 'string' && settings.pattern.length <= maxPatternLength) {
    try {
      work += (yield* compileInSteps(settings.pattern)).work
    } catch (error) {
      if (!(error instanceof PatternError)) throw error
    }
  }
  for (const inner of Object.values(settings)) {
    if (!Array.isArray(inner)) continue
    for (const field of inner)
      if (typeof field === 'object' && field !== null && 'settings' in field)
        work += yield* preparePatterns(field.settings, depth + 1)
  }
  return work
}

const maxPatternLength = 500
