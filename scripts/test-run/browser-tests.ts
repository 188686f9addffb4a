import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../checks/chromium.ts'
import { check, type Outcome, run, withoutColours } from '../checks/part.ts'
import { root } from '../workspace.ts'
import { browserReportSchema, outcomeOfBrowser } from './browser-report.ts'
import { broken, orBroken, withReport } from './unit-tests.ts'

/** The data of a product whose demo is whole: the products of the browser tests begin with a copy. */
const demo = join(root, 'node_modules/.cache/pim-demo')

export const loadDemo = (): Promise<Outcome> => check('the demo is loaded', ['e2e/demo-data.ts', demo], root)

/** After `loadDemo`: all browser tests, or those of some files by their paths in `e2e`. */
export async function browserTests(files: readonly string[], tell: (line: string) => void): Promise<Outcome> {
  const chromium = findChromium(tell)
  if (chromium === undefined) {
    const lacking = 'no chromium: install one, or name it with PIM_CHROMIUM'
    return { passed: 0, failed: 1, failures: [lacking], files: [] }
  }
  return withReport(async (report) => {
    const finished = await run(
      [join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...files],
      {
        cwd: join(root, 'e2e'),
        env: { PIM_CHROMIUM: chromium, PIM_E2E_DEMO: demo, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
        onLine: (line) => {
          if (/^\s+[✓✘-]\s+\d+ /.test(withoutColours(line))) tell(line.trim())
        },
      },
    )
    if (!existsSync(report)) return broken('browser', finished)
    const read = browserReportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
    return orBroken('browser', outcomeOfBrowser(read, withoutColours(finished.output)), finished)
  })
}
