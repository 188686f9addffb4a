// The tables of figures that the product promises, measured on this machine.
import { bench } from '../../server/bench/main.ts'

process.exitCode = (await bench(process.argv.slice(2))) ? 0 : 1
