import { useApiQuery } from '@pim/api-client/react'
import type { FoundConcept } from '@pim/contract'
import { maxPageSize } from '@pim/contract/core/page-sizes.ts'
import { FilterMenu, type FilterOption } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ConceptFilterProps {
  selected: readonly string[]
  /** In whose language concepts are named; `undefined` until it is known. */
  variationId: string | undefined
  onChange: (conceptIds: readonly string[]) => void
}

const freshFor = 60_000
/** As many as the list shows at most. */
const choicesShown = 100

/**
 * Content under a concept, or under what is below it. The server finds and names the concepts: a tenant may have a hundred
 * thousand, in ten languages.
 */
export function ConceptFilter({ selected, variationId, onChange }: ConceptFilterProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const reading = { failureGoesTo: 'screen', staleTime: freshFor, keepPrevious: true } as const
  const found = useApiQuery(
    'taxonomies.searchConcepts',
    { body: { text, limit: choicesShown, ...(variationId && { variationId }) } },
    { ...reading, enabled: isOpen && variationId !== undefined },
  )
  const named = useApiQuery(
    'taxonomies.lookUpConcepts',
    { body: { conceptIds: selected.slice(0, maxPageSize), ...(variationId && { variationId }) } },
    { ...reading, enabled: selected.length > 0 && variationId !== undefined },
  )
  const known = new Map([...(found.data ?? []), ...(named.data ?? [])].map((each) => [each.conceptId, optionOf(each)]))
  const gone = (value: string) => ({ value, label: t('content.filter.conceptGone') })
  // Before the answer, one that is not known yet may well be there.
  const isNamed = named.isSuccess && !named.isPlaceholderData
  const chosen = selected.flatMap((id) => known.get(id) ?? (isNamed ? [gone(id)] : []))
  // Without a text, what is selected stands first, so that it can be taken away where its name is not remembered.
  const first = text === '' ? chosen : []
  const others = found.data?.map(optionOf).filter(({ value }) => !first.some((each) => each.value === value))
  const shownFor = found.isPlaceholderData ? undefined : found.data?.[0]?.shownFor
  return (
    <FilterMenu
      label={t('content.filter.concept')}
      options={others && [...first, ...others]}
      chosen={chosen}
      selected={selected}
      onChange={onChange}
      onSearch={setText}
      note={
        found.isError
          ? t('content.filter.conceptsFailed')
          : shownFor && t('content.list.shownFor', { typed: text, shownFor })
      }
      onOpen={() => setOpen(true)}
      onClose={() => {
        setOpen(false)
        setText('')
      }}
    />
  )
}

/** Two concepts may have one name; what they stand under tells them apart. */
const optionOf = ({ conceptId, name, path, taxonomyName }: FoundConcept): FilterOption => ({
  value: conceptId,
  label: `${name} · ${path.at(-1) ?? taxonomyName}`,
})
