import { Box, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import type { ContentType, ContentVariation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { CompletenessBar } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useItemAddress } from '../use-item-address.ts'

interface ReadinessPartProps {
  type: ContentType
  contentVariation: ContentVariation
}

const maxFieldsNamed = 4

/** For each channel how much of what it requires a publish would deliver, and the way to what is missing. */
export function ReadinessPart({ type, contentVariation }: ReadinessPartProps) {
  const { t, i18n } = useTranslation()
  const { channelName } = useChannels()
  const { readiness } = contentVariation
  const { linkTo } = useItemAddress()
  if (readiness.length < 2 && readiness.every(({ percent }) => percent === 100)) return null
  const nameOf = (technicalName: string) => {
    const field = type.fields.find((each) => each.technicalName === technicalName)
    return inLanguage(field?.friendlyName ?? {}, i18n.language, technicalName)
  }
  return (
    <Stack component="ul" aria-label={t('content.panel.readiness')} sx={{ gap: 0.75, m: 0, p: 0, listStyle: 'none' }}>
      {readiness.map(({ deliveryTarget, percent, missing }) => (
        <Box component="li" key={deliveryTarget}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, alignItems: 'center' }}>
            <Typography variant="body2" noWrap title={channelName(deliveryTarget)}>
              {channelName(deliveryTarget)}
            </Typography>
            <CompletenessBar
              value={percent}
              label={t('content.panel.readyFor', { channel: channelName(deliveryTarget) })}
            />
          </Stack>
          {missing.length > 0 && (
            <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
              {t('content.panel.missing')}{' '}
              {missing.slice(0, maxFieldsNamed).map((name) => (
                <MuiLink key={name} component={Link} {...linkTo(name)} underline="always" sx={{ mr: 1 }}>
                  {nameOf(name)}
                </MuiLink>
              ))}
              {missing.length > maxFieldsNamed && t('kit.plan.andMore', { count: missing.length - maxFieldsNamed })}
            </Typography>
          )}
        </Box>
      ))}
    </Stack>
  )
}
