import { Alert, Box, Skeleton, Typography } from '@mui/material'
import { languageOfValue, variationCode } from '@pim/content-kit'
import type { ContentVariation, Field, Variation } from '@pim/contract'
import { FieldEditor, ValueLanguage } from '@pim/field-types/react'
import { useTranslation } from 'react-i18next'
import { FieldGroupSection } from './field/field-group.tsx'
import type { FieldGroup } from './field-groups.ts'

interface PublishedFieldsProps {
  groups: readonly FieldGroup[]
  /** The published version; undefined while it is loaded. */
  live: ContentVariation | undefined
  variations: readonly Variation[]
  hasUnpublishedChanges: boolean
}

const unchanged = () => undefined

/** The values that consumers get, to be read. */
export function PublishedFields({ groups, live, variations, hasUnpublishedChanges }: PublishedFieldsProps) {
  const { t, i18n } = useTranslation()
  const find = (id: string | null | undefined) => variations.find(({ variationId }) => variationId === id)
  const sourceOf = (field: string) => {
    const id = live?.fields[field]?.sourceVariationId
    const source = id === live?.variationId ? undefined : find(id)
    return source && t('content.field.inheritedFrom', { variation: variationCode(source) })
  }
  const languageOf = (field: Field) =>
    languageOfValue(field, live?.fields[field.technicalName]?.sourceVariationId ?? live?.variationId, variations)
  return (
    <>
      <Alert severity="info" sx={{ mb: 3 }}>
        {t(hasUnpublishedChanges ? 'content.published.differs' : 'content.published.same')}
      </Alert>
      {groups.map((group) => (
        <FieldGroupSection key={group.id} group={group}>
          {live === undefined && <Skeleton variant="rounded" height={40 * group.fields.length} />}
          {live !== undefined &&
            group.fields.map((field) => (
              <Box key={field.technicalName} data-field={field.technicalName} sx={{ minWidth: 0 }}>
                <ValueLanguage tag={languageOf(field)}>
                  <FieldEditor
                    field={field}
                    value={live.fields[field.technicalName]?.value}
                    onChange={unchanged}
                    languageCode={i18n.language}
                    isReadOnly
                    isInherited={sourceOf(field.technicalName) !== undefined}
                    errors={[]}
                  />
                </ValueLanguage>
                <Typography variant="caption" component="div" color="textSecondary">
                  {sourceOf(field.technicalName)}
                </Typography>
              </Box>
            ))}
        </FieldGroupSection>
      ))}
    </>
  )
}
