/** Entries that are sent at once, and characters of them: what the server takes in without a pause. */
const most = { entries: 200, characters: 250_000 }

/** Gathers what is read into parts that the server takes in one by one; a part has one entry at least. */
export async function* inBatches<Entry>(
  entries: AsyncIterable<Entry>,
  sizeOf: (entry: Entry) => number,
): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  let characters = 0
  for await (const entry of entries) {
    batch.push(entry)
    characters += sizeOf(entry)
    if (batch.length < most.entries && characters < most.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
