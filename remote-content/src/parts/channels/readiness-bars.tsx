import { Box, Link as MuiLink, Stack, Tooltip, Typography } from '@mui/material'
import { useChannels } from '@pim/content-kit'
import type { ContentType, ListedReadiness } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { CompletenessBar, visuallyHidden } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface ReadinessBarsProps {
  readiness: readonly ListedReadiness[]
  type: ContentType | undefined
  /** Where the item is edited: a bar leads to the first field that it lacks there. */
  itemAddress: string
  /** Told to that screen. */
  state: unknown
}

/** Limit of bars in a row, by its height. */
const maxLines = 2
const maxFieldsNamed = 4

/** A bar for each channel, the least ready first; channels that lack the same have one together. */
export function ReadinessBars({ readiness, type, itemAddress, state }: ReadinessBarsProps) {
  const { t, i18n } = useTranslation()
  const { channelNames } = useChannels()
  const groups = [
    ...Map.groupBy(readiness, ({ percent, missing }) => `${percent} ${missing.join()}`).values(),
  ].toSorted(([a], [b]) => (a?.percent ?? 0) - (b?.percent ?? 0))
  const listOf = (names: readonly string[]) => new Intl.ListFormat(i18n.language).format(names)
  const fieldLabel = (name: string) =>
    inLanguage(type?.fields.find((each) => each.technicalName === name)?.friendlyName, i18n.language, name)
  const lines = groups.flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const isEvery = groups.length === 1 && group.length > 1
    const label = isEvery
      ? t('content.channels.every')
      : channelNames(group.map(({ deliveryTarget }) => deliveryTarget))
    const named = first.missing.slice(0, maxFieldsNamed).map(fieldLabel)
    const unnamed = first.missingCount - named.length
    const fields = listOf([...named, ...(unnamed > 0 ? [t('content.readiness.more', { count: unnamed })] : [])])
    const { percent, missing } = first
    const text = t(missing.length > 0 ? 'content.readiness.lacks' : 'content.readiness.is', { label, percent, fields })
    return [{ label, percent, field: missing[0], text, lacks: t('content.readiness.lacksHere', { percent, fields }) }]
  })
  return (
    <Stack sx={{ minWidth: 0 }}>
      {lines.slice(0, maxLines).map(({ label, percent, field, text, lacks }) => {
        const bar = (
          <>
            <Typography variant="caption" component="span" noWrap sx={{ flexGrow: 1, minWidth: 0 }}>
              {label}
            </Typography>
            {field === undefined ? (
              <CompletenessBar value={percent} width={40} label={text} />
            ) : (
              // The name of a link is its text, and a meter has none.
              <>
                <Box component="span" sx={visuallyHidden}>
                  {lacks}
                </Box>
                <span aria-hidden>
                  <CompletenessBar value={percent} width={40} />
                </span>
              </>
            )}
          </>
        )
        const line = {
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minWidth: 0,
          lineHeight: 1.4,
        } as const
        return (
          <Tooltip key={label} title={text} describeChild>
            {field === undefined ? (
              <Box component="span" sx={line}>
                {bar}
              </Box>
            ) : (
              <MuiLink
                component={Link}
                to={`${itemAddress}&field=${encodeURIComponent(field)}`}
                state={state}
                color="textPrimary"
                underline="hover"
                sx={line}
              >
                {bar}
              </MuiLink>
            )}
          </Tooltip>
        )
      })}
      {lines.length > maxLines && (
        <Typography
          variant="caption"
          color="textSecondary"
          component="span"
          title={lines
            .slice(maxLines)
            .map(({ text }) => text)
            .join('\n')}
        >
          {t('content.channels.more', { count: lines.length - maxLines })}
        </Typography>
      )}
    </Stack>
  )
}
