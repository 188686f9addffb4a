import type { ItemDraft } from './map-rows.ts'

/** Items that are stored at once, and characters of their rows: the server writes them down without a pause. */
const most = { items: 500, characters: 1_000_000 }

/** Items in slices that fit into memory; a slice has one item at least. */
export async function* inSlices(drafts: AsyncIterable<ItemDraft>): AsyncGenerator<ItemDraft[]> {
  let slice: ItemDraft[] = []
  let characters = 0
  for await (const draft of drafts) {
    slice.push(draft)
    characters += draft.size
    if (slice.length < most.items && characters < most.characters) continue
    yield slice
    slice = []
    characters = 0
  }
  if (slice.length > 0) yield slice
}
