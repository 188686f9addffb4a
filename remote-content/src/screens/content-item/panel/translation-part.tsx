import { Link as MuiLink, Stack, Typography } from '@mui/material'
import type { ContentType, ContentVariation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { usePermission } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { TranslationMark } from '../../../parts/translation/translation-mark.tsx'
import { useMarkTranslated } from '../../../parts/translation/use-mark-translated.ts'
import { useItemAddress } from '../use-item-address.ts'

interface TranslationPartProps {
  type: ContentType
  contentVariation: ContentVariation
  isReadOnly: boolean
}

/** How far this variation is translated, which of its texts are older than their sources, and the word that they are right. */
export function TranslationPart({ type, contentVariation, isReadOnly }: TranslationPartProps) {
  const { t, i18n } = useTranslation()
  const { mark, isMarking } = useMarkTranslated()
  const permission = usePermission('contentVariation.markTranslated')
  const { translation, contentVariationId } = contentVariation
  const { linkTo } = useItemAddress()
  const nameOf = (technicalName: string) => {
    const field = type.fields.find((each) => each.technicalName === technicalName)
    return inLanguage(field?.friendlyName ?? {}, i18n.language, technicalName)
  }
  return (
    <Stack sx={{ gap: 0.5, alignItems: 'flex-start' }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, width: '100%' }}>
        <Typography variant="body2" component="h3">
          {t('content.list.translation')}
        </Typography>
        <Typography variant="body2" component="span">
          <TranslationMark translation={translation} isSource={false} />
        </Typography>
      </Stack>
      {translation.outdatedFields.length > 0 && (
        <>
          <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
            {t('content.translation.sourceChanged')}{' '}
            {translation.outdatedFields.map((name) => (
              <MuiLink key={name} component={Link} {...linkTo(name)} underline="always" sx={{ mr: 1 }}>
                {nameOf(name)}
              </MuiLink>
            ))}
          </Typography>
          {!isReadOnly && (
            <GuardedButton
              permission={permission}
              size="small"
              hint="F9"
              aria-keyshortcuts="F9"
              loading={isMarking}
              onClick={() => void mark([contentVariationId])}
            >
              {t('content.translation.mark')}
            </GuardedButton>
          )}
        </>
      )}
    </Stack>
  )
}
