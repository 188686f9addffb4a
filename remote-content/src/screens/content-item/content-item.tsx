import { useVariations } from '@pim/content-kit'
import type { ContentType, ContentVariation, ContentItem as Item, Variation } from '@pim/contract'
import { useCallback, useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { useItem, useItemType, useItemVariations } from './content-item.api.ts'
import { ItemEditor } from './item-editor.tsx'
import { ItemSkeleton } from './item-skeleton.tsx'
import { useItemAddress } from './use-item-address.ts'

/** One item, in one of its variations at a time. */
export function ContentItem() {
  const { contentItemId = '' } = useParams()
  const { address, change } = useItemAddress()
  const { variations, current, select } = useVariations(address.get('variation') ?? undefined)
  const wasChosen = useRef(false)
  const { data: item } = useItem(contentItemId)
  const { data: contentVariations } = useItemVariations(contentItemId)
  const { data: type } = useItemType(item?.technicalContentTypeName)
  const choose = useCallback(
    (variationId: string) => {
      select(variationId)
      change({ variation: variationId })
      wasChosen.current = true
    },
    [select, change],
  )
  // Each variation has an editor of its own: whoever chose one by keyboard goes on from its tab, not from the top.
  useEffect(() => {
    if (wasChosen.current) document.getElementById(`variation-tab-${current?.variationId}`)?.focus()
    wasChosen.current = false
  }, [current?.variationId])
  if (!item || !type || !variations || !contentVariations || !current) return <ItemSkeleton />
  return (
    <ChosenVariation
      item={item}
      type={type}
      variations={variations}
      contentVariations={contentVariations}
      wanted={current}
      onChoose={choose}
      wantedField={address.get('field') ?? undefined}
      onArrived={() => change({ field: undefined })}
    />
  )
}

interface ChosenVariationProps {
  item: Item
  type: ContentType
  variations: readonly Variation[]
  contentVariations: readonly ContentVariation[]
  wanted: Variation
  onChoose: (variationId: string) => void
  wantedField: string | undefined
  onArrived: () => void
}

/** A variation that was just added may lack its working copy until the resync; then the item opens in another. */
function ChosenVariation({ wanted, variations, contentVariations, ...rest }: ChosenVariationProps) {
  const content = contentVariations.find((each) => each.variationId === wanted.variationId) ?? contentVariations[0]
  const variation = variations.find((each) => each.variationId === content?.variationId)
  if (!content || !variation) return <ItemSkeleton />
  return (
    <ItemEditor
      key={content.contentVariationId}
      {...rest}
      variation={variation}
      variations={variations}
      contentVariation={content}
      siblings={contentVariations}
    />
  )
}
