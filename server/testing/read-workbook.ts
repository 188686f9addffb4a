import { createReadStream } from 'node:fs'
import { readRows } from '../src/modules/exchange/index.ts'

/** Reads a workbook in a process of its own, and prints how many rows it has, the last one and the most memory that this took. */
let rows = 0
let last: unknown
const open = () => createReadStream(process.argv[2] ?? '')
for await (const { values } of readRows(open, { format: 'xlsx', sheet: 'Sheet1' })) {
  rows += 1
  last = values
}
const values = last instanceof Map ? Object.fromEntries(last) : last
console.log(JSON.stringify({ rows, last: values, peakBytes: process.resourceUsage().maxRSS * 1_024 }))
