import { Box } from '@mui/material'
import type { SearchContentDocument, Variation } from '@pim/contract'
import { type LanguageAttributes, languageAttributes } from '@pim/contract/core/text-direction.ts'
import { useTranslation } from 'react-i18next'
import { variationCode } from './variations.ts'

type Named = Pick<SearchContentDocument, 'variationId' | 'nameVariationId'>

export interface NameLanguage {
  /** `lang` and `dir` for the element that holds the name. */
  readonly attributes: LanguageAttributes
  /** The variation that the name is from, where it is another than that of the list. */
  readonly from: Variation | undefined
}

/** In which language the name of a row of a list is. */
export function nameLanguage(
  { variationId, nameVariationId }: Named,
  variations: readonly Variation[] | undefined,
): NameLanguage {
  const find = (id: string | undefined) => variations?.find((variation) => variation.variationId === id)
  const from = find(nameVariationId)
  return { attributes: languageAttributes((from ?? find(variationId))?.languageCode), from }
}

/** Says quietly, on wide screens, which variation a name is from; nothing where it is in that of the list. */
export function NameOrigin({ from }: Pick<NameLanguage, 'from'>) {
  const { t } = useTranslation()
  if (from === undefined) return null
  return (
    <Box
      component="span"
      title={t('kit.name.from', { variation: from.friendlyName })}
      sx={{
        // A narrow list needs the room for the name.
        display: { xs: 'none', lg: 'inline' },
        flex: 'none',
        typography: 'caption',
        whiteSpace: 'nowrap',
        color: 'text.secondary',
      }}
    >
      {variationCode(from)}
    </Box>
  )
}
