import { openBenchDatabase } from './bench-database.ts'

const db = await openBenchDatabase(Number(process.argv[2] ?? 3000), console.log)
console.log(db.address.app)
await db.stop()
