import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Modules add figures of their own here. */
  readonly registry: Registry
  countRequest(operation: string, status: number, seconds: number): void
  /** Read when somebody asks for the figures, so keeping it costs nothing. */
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
}

/** From what memory answers to what the slowest bar allows. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'pim_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['operation', 'status'],
    buckets,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'pim_request_failures_total',
    help: 'Answers for which this side is to blame',
    labelNames: ['operation'],
    registers: [registry],
  })
  return {
    registry,
    countRequest(operation, status, seconds) {
      durations.observe({ operation, status: statusClass(status) }, seconds)
      if (status >= 500) failures.inc({ operation })
    },
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
    text: () => registry.metrics(),
  }
}

function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`
}
