import { describe, expect, it } from '@rstest/core'
import { createMetrics } from './metrics.ts'

describe('metrics', () => {
  it('count requests by operation, class of status and duration', async () => {
    const metrics = createMetrics()
    for (const seconds of [0.0004, 0.003, 0.003, 7]) metrics.countRequest('search.searchAll', 200, seconds)
    metrics.countRequest('search.searchAll', 503, 0.02)
    const text = await metrics.text()
    const line = (start: string) => text.split('\n').find((each) => each.startsWith(start))
    const of = 'pim_request_duration_seconds'
    const labels = 'operation="search.searchAll",status="2xx"'
    expect(line(`${of}_bucket{${labels},le="0.0005"}`)).toMatch(/ 1$/)
    expect(line(`${of}_bucket{${labels},le="0.005"}`)).toMatch(/ 3$/)
    expect(line(`${of}_bucket{${labels},le="5"}`)).toMatch(/ 3$/)
    expect(line(`${of}_bucket{${labels},le="+Inf"}`)).toMatch(/ 4$/)
    expect(line(`${of}_count{${labels}}`)).toMatch(/ 4$/)
    expect(line(`${of}_count{operation="search.searchAll",status="5xx"}`)).toMatch(/ 1$/)
  })

  it('include those of the process and those that a module adds', async () => {
    const metrics = createMetrics()
    let waiting = 3
    metrics.gauge('pim_waiting', 'Who waits', () => waiting)
    expect(await metrics.text()).toContain('pim_waiting 3')
    waiting = 4
    const text = await metrics.text()
    expect(text).toContain('pim_waiting 4')
    expect(text).toContain('process_resident_memory_bytes')
  })
})
