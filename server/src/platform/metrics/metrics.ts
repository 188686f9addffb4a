import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export interface Metrics {
  /** Modules add figures of their own here. */
  readonly registry: Registry
  countRequest(operation: string, status: number, seconds: number): void
  /** Read when somebody asks for the figures, so keeping it costs nothing. */
  gauge(name: string, help: string, read: () => number): void
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
    text: async () => `${await registry.metrics()}\n${durations.text()}`,
  }
}

/** From what memory answers to what the slowest bar allows, in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const

interface Series {
  /** One more than there are bounds: the last holds what is slower than all of them. */
  readonly counts: Float64Array
  sum: number
}

/**
 * How long requests took, by operation and class of status. Written by hand, because it is counted on every request
 * and a general histogram looks its labels up by text each time: a cached answer would notice.
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

  /** In the format that Prometheus reads. */
  text(): string {
    const name = 'pim_request_duration_seconds'
    const lines = [
      `# HELP ${name} Time from the first byte of a request to the last of its answer`,
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
