/*
 * A process of its own for as long as it takes: drawing keeps a processor busy that requests want, and the memory of it
 * goes when it goes. Takes pictures as JSON lines, writes each to the file that it names, and says so line by line.
 */
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { compose, type Picture } from './compose.ts'

export interface Order {
  readonly file: string
  readonly picture: Picture
}

// One picture at a time in one thread: the other processors belong to the server.
sharp.concurrency(1)
sharp.cache(false)

for await (const line of createInterface({ input: process.stdin })) {
  const { file, picture }: Order = JSON.parse(line)
  await sharp(Buffer.from(compose(picture)))
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toFile(file)
  process.stdout.write(`${file}\n`)
}
