import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { RequestDurations } from './request-durations.ts'

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
