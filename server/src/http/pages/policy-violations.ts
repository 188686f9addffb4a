import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Metrics } from '../../platform/metrics/index.ts'
import { violationsPath } from './page-policy.ts'

/** What the policy of a page refused in somebody's browser. */
export interface PolicyViolation {
  readonly directive: string
  /** The address without its query, or a word such as `inline`. */
  readonly blocked: string
  /** The path of the page. */
  readonly page: string
}

/** Bytes of one report. Browsers send some hundred. */
const maxReportBytes = 16_384
const maxTextLength = 300
const maxReports = 20

const text = z.string().max(8_192)
/** By the Reporting API, and by `report-uri`. */
const reportsSchema = z.array(z.unknown()).max(maxReports)
const reportSchema = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: text, blockedURL: text.optional(), documentURL: text }),
})
const oldReportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text.optional(),
    'document-uri': text,
  }),
})

/** Takes the reports of browsers. Anybody may send them, so they are only counted and logged, and never answered. */
export function mountPolicyViolations(app: FastifyInstance, onViolation: (violation: PolicyViolation) => void): void {
  app.post(violationsPath, { bodyLimit: maxReportBytes, config: { openRoute: 'violations' } }, (request, reply) => {
    for (const violation of violationsIn(request.body)) onViolation(violation)
    reply.code(204).send()
  })
}

export function violationsIn(body: unknown): PolicyViolation[] {
  const parsed = Buffer.isBuffer(body) ? parseJson(body.toString('utf8')) : body
  const reports = reportsSchema.safeParse(parsed)
  if (reports.success) {
    return reports.data.flatMap((each) => {
      const report = reportSchema.safeParse(each)
      if (!report.success) return []
      const { effectiveDirective, blockedURL, documentURL } = report.data.body
      return [violationOf(effectiveDirective, blockedURL, documentURL)]
    })
  }
  const old = oldReportSchema.safeParse(parsed)
  if (!old.success) return []
  const report = old.data['csp-report']
  const directive = report['effective-directive'] ?? report['violated-directive'] ?? ''
  return [violationOf(directive, report['blocked-uri'], report['document-uri'])]
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const violationOf = (directive: string, blocked = '', page = ''): PolicyViolation => ({
  directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'unknown',
  blocked: withoutQuery(blocked),
  page: URL.canParse(page) ? shortened(new URL(page).pathname) : '',
})

/** A query or a fragment may hold what is nobody's business. */
function withoutQuery(blocked: string): string {
  if (!URL.canParse(blocked)) return shortened(blocked.replace(/[?#].*/s, ''))
  const { protocol, host, pathname } = new URL(blocked)
  return shortened(host === '' ? protocol : `${protocol}//${host}${pathname}`)
}

const shortened = (value: string): string => value.slice(0, maxTextLength)

/** Each kind of violation is logged once in this time: every page of a faulty release sends the same. */
const windowMs = 60_000
/** Lines that are logged in this time: anybody may send reports, of as many kinds as they like. */
const maxLines = 20

/** Counts violations, and logs some of them. */
export function watchViolations(
  log: Logger,
  metrics: Metrics,
  now: () => number = Date.now,
): (violation: PolicyViolation) => void {
  let count = 0
  let windowEnd = 0
  const logged = new Set<string>()
  metrics.total('pim_policy_violations_total', 'What browsers refused by the policy of the page', () => count)
  return (violation) => {
    count += 1
    if (now() >= windowEnd) {
      windowEnd = now() + windowMs
      logged.clear()
    }
    const kind = `${violation.directive} ${violation.blocked}`
    if (logged.size >= maxLines || logged.has(kind)) return
    logged.add(kind)
    log.warn(violation, 'a browser refused something by the policy of the page')
  }
}
