import { Box, Tab, Tabs, Tooltip, Typography } from '@mui/material'
import { variationCode } from '@pim/content-kit'
import type { ContentVariation, Variation } from '@pim/contract'
import { usePreference } from '@pim/shell'
import { StatusDot, statusLookOf } from '@pim/ui'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ItemVariation, needsTranslation, VariationChooser } from './variation-chooser.tsx'

interface VariationTabsProps {
  variations: readonly Variation[]
  contentVariations: readonly ContentVariation[]
  currentId: string
  onChange: (variationId: string) => void
}

/** With more variations than this, the strip has the favourites, and a chooser has them all. */
const maxTabs = 8

/**
 * The item in each language and market: how far it is there, and what it falls back to. Of many, the strip shows those with
 * a star, the default and the one on the screen. Memoised, because MUI's tabs measure themselves after each render, and that lays
 * out the whole form: 9 ms of each key press in an item of 200 fields.
 */
export const VariationTabs = memo(function VariationTabs(props: VariationTabsProps) {
  const { variations, contentVariations, currentId, onChange } = props
  const { t } = useTranslation()
  const [favourites, setFavourites] = usePreference<readonly string[]>('content.item.favourites', [])
  const byVariation = new Map(contentVariations.map((each) => [each.variationId, each]))
  const all = variations.flatMap((variation): ItemVariation[] => {
    const content = byVariation.get(variation.variationId)
    const fallback = variations.find((other) => other.variationId === variation.fallbackVariationId)
    return content ? [{ variation, content, fallback }] : []
  })
  const hasMany = all.length > maxTabs
  const shown = hasMany
    ? all.filter(
        ({ variation: { variationId, isDefault } }) =>
          isDefault || variationId === currentId || favourites.includes(variationId),
      )
    : all
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Tabs
        value={currentId}
        onChange={(_, variationId: string) => onChange(variationId)}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        aria-label={t('content.item.variations')}
        sx={{ minWidth: 0 }}
      >
        {shown.map((each) => (
          <Tab
            key={each.variation.variationId}
            value={each.variation.variationId}
            id={`variation-tab-${each.variation.variationId}`}
            aria-controls="item-fields"
            label={<TabLabel {...each} />}
          />
        ))}
      </Tabs>
      {hasMany && (
        <VariationChooser
          all={all}
          currentId={currentId}
          favourites={favourites}
          onChoose={onChange}
          onFavourites={setFavourites}
        />
      )}
    </Box>
  )
})

function TabLabel({ variation, content, fallback }: ItemVariation) {
  const { t } = useTranslation()
  const hint = fallback
    ? t('content.item.fallsBackTo', { name: variation.friendlyName, fallback: fallback.friendlyName })
    : variation.friendlyName
  return (
    <Tooltip title={hint} enterDelay={600} describeChild>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, textTransform: 'none' }}>
        <span>{variationCode(variation)}</span>
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'inline-flex', gap: 0.75 }}>
          <StatusDot status={statusLookOf(content)} />
          {content.completeness < 100 && t('ui.completeness.value', { share: content.completeness })}
          {needsTranslation({ variation, content }) && t(`content.translation.state.${content.translation.state}`)}
        </Typography>
      </Box>
    </Tooltip>
  )
}
