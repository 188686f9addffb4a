import { Box, Tab, Tabs, Tooltip, Typography } from '@mui/material'
import type { ContentVariation, Variation } from '@pim/contract'
import { variationCode } from '@pim/shell'
import { StatusDot, statusLookOf } from '@pim/ui'
import { useTranslation } from 'react-i18next'

interface VariationTabsProps {
  variations: readonly Variation[]
  contentVariations: readonly ContentVariation[]
  currentId: string
  onChange: (variationId: string) => void
}

/** The item in each language and market: how far it is there, and what it falls back to. */
export function VariationTabs({ variations, contentVariations, currentId, onChange }: VariationTabsProps) {
  const { t } = useTranslation()
  const byVariation = new Map(contentVariations.map((each) => [each.variationId, each]))
  return (
    <Tabs
      value={currentId}
      onChange={(_, variationId: string) => onChange(variationId)}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
      aria-label={t('content.item.variations')}
      sx={{ borderBottom: 1, borderColor: 'divider', flex: 'none' }}
    >
      {variations
        .filter(({ variationId }) => byVariation.has(variationId))
        .map((variation) => (
          <Tab
            key={variation.variationId}
            value={variation.variationId}
            id={`variation-tab-${variation.variationId}`}
            aria-controls="item-fields"
            label={
              <TabLabel
                variation={variation}
                content={byVariation.get(variation.variationId)}
                fallback={variations.find((other) => other.variationId === variation.fallbackVariationId)}
              />
            }
          />
        ))}
    </Tabs>
  )
}

interface TabLabelProps {
  variation: Variation
  content: ContentVariation | undefined
  fallback: Variation | undefined
}

function TabLabel({ variation, content, fallback }: TabLabelProps) {
  const { t } = useTranslation()
  const hint = fallback
    ? t('content.item.fallsBackTo', { name: variation.friendlyName, fallback: fallback.friendlyName })
    : variation.friendlyName
  return (
    <Tooltip title={hint} enterDelay={600} describeChild>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, textTransform: 'none' }}>
        <span>{variationCode(variation)}</span>
        {content && (
          <Typography
            component="span"
            variant="caption"
            color="textSecondary"
            sx={{ display: 'inline-flex', gap: 0.75 }}
          >
            <StatusDot status={statusLookOf(content)} />
            {content.completeness < 100 && t('ui.completeness.value', { share: content.completeness })}
          </Typography>
        )}
      </Box>
    </Tooltip>
  )
}
