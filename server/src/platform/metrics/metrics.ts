import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export interface Metrics {
  /** For metrics of single modules. */
  readonly registry: Registry
  countRequest(operation: string, status: number, seconds: number): void
  /** Adds a gauge whose value is read when the metrics are collected. */
  gauge(name: string, help: string, read: () => number): void
  /** The same with a number that only grows. */
  total(name: string, help: string, read: () => number): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new RequestDurations()
  return {
    registry,
    countRequest: (operation, status, seconds) => durations.add(operation, status, seconds),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    total(name, help, read) {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    text: async () => `${await registry.metrics()}\n${durations.text()}`,
  }
}

/** Upper bounds of the histogram's buckets in seconds: from a cached response to the slowest allowed one. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const

interface Series {
  /** One bucket more than bounds; the last one counts what is slower than all of them. */
  readonly counts: Float64Array
  sum: number
}

/**
 * A histogram of request durations by operation and class of status. Not the library's, because that looks its labels
 * up by text at every request, which would cost a measurable part of a cached response.
 */
export class RequestDurations {
  readonly #series = new Map<string, (Series | undefined)[]>()

  add(operation: string, status: number, seconds: number): void {
    const statusClass = (status / 100) | 0
    let classes = this.#series.get(operation)
    if (classes === undefined) {
      classes = []
      this.#series.set(operation, classes)
    }
    let series = classes[statusClass]
    if (series === undefined) {
      series = { counts: new Float64Array(bounds.length + 1), sum: 0 }
      classes[statusClass] = series
    }
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket++
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
    series.sum += seconds
  }

  /** In the text format of Prometheus. */
  text(): string {
    const name = 'pim_request_duration_seconds'
    const lines = [
      `# HELP ${name} Time from the first byte of a request to the last byte of its response`,
      `# TYPE ${name} histogram`,
    ]
    for (const [operation, classes] of this.#series) {
      for (const [statusClass, series] of classes.entries()) {
        if (series === undefined) continue
        const labels = `operation="${operation}",status="${statusClass}xx"`
        let total = 0
        for (const [index, count] of series.counts.entries()) {
          total += count
          lines.push(`${name}_bucket{${labels},le="${bounds[index] ?? '+Inf'}"} ${total}`)
        }
        lines.push(`${name}_sum{${labels}} ${series.sum}`, `${name}_count{${labels}} ${total}`)
      }
    }
    return `${lines.join('\n')}\n`
  }
}
