/** Makes all calls known, for code that no bundler has built: `import '@pim/api-client/all-calls'`. */
import { apiContract, contract } from '@pim/contract'
import { linesOf } from '@pim/contract/core/route-line.ts'
import { registerCall } from './calls.ts'

for (const [operation, line] of Object.entries(linesOf(contract))) registerCall(operation, line, apiContract)
