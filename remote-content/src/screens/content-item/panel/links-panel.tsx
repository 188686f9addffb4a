import LinkOffIcon from '@mui/icons-material/LinkOff'
import { Box, List, ListItem, Link as MuiLink, Skeleton, Tooltip, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { ContentType, Linked } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import type { ItemPanelGiven } from '@pim/shell/slots'
import { ErrorState, StatusDot, statusLookOf } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** What the item links to and what links to it, broken ones first. What links to a deleted one is not known any more. */
export function LinksPanel({ isDeleted, ...given }: ItemPanelGiven) {
  return isDeleted ? null : <AllLinks {...given} />
}

function AllLinks({ contentItemId, variationId, contentTypeName }: Omit<ItemPanelGiven, 'isDeleted'>) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useApiQuery(
    'contentItem.getLinkedContent',
    { params: { contentItemId }, query: { variationId } },
    { failureGoesTo: 'screen' },
  )
  // What links to it does so by a field of its own type.
  const { data: types } = useApiQuery('contentModel.getAllTypes', {}, { failureGoesTo: 'screen', staleTime: 60_000 })
  const named = (name: string | undefined) => types?.find(({ technicalName }) => technicalName === name)
  if (isError) return <ErrorState title={t('content.links.failed')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={64} />
  return (
    <>
      <Links
        title={t('content.links.outgoing', { count: data.outgoing.length })}
        links={data.outgoing}
        typeOf={() => named(contentTypeName)}
      />
      <Links
        title={t('content.links.incoming', { count: data.incoming.length })}
        links={data.incoming}
        typeOf={(link) => named(link.technicalContentTypeName)}
      />
    </>
  )
}

interface LinksProps {
  title: string
  links: readonly Linked[]
  /** Whose field the link stands in. */
  typeOf: (link: Linked) => ContentType | undefined
}

function Links({ title, links, typeOf }: LinksProps) {
  const { t, i18n } = useTranslation()
  const fieldLabel = (link: Linked) => {
    const name = link.technicalFieldName
    const field = typeOf(link)?.fields.find((each) => each.technicalName === name)
    return inLanguage(field?.friendlyName, i18n.language, name)
  }
  return (
    <Box sx={{ mb: 1 }}>
      <Typography variant="caption" color="textSecondary">
        {title}
      </Typography>
      <List dense disablePadding>
        {links
          .toSorted((a, b) => Number(b.isBroken) - Number(a.isBroken))
          .map((link) => (
            <ListItem
              key={`${link.contentItemId}/${link.technicalFieldName}`}
              disableGutters
              sx={{ py: 0.25, gap: 1, justifyContent: 'space-between' }}
            >
              <Box sx={{ minWidth: 0 }}>
                {link.name === '' ? (
                  <Typography variant="body2" color="error">
                    {t('content.links.gone')}
                  </Typography>
                ) : (
                  <MuiLink
                    component={Link}
                    to={`/content-item/${link.contentItemId}`}
                    color={link.isBroken ? 'error' : 'textPrimary'}
                    underline="hover"
                    noWrap
                    sx={{ display: 'block', lineHeight: '24px' }}
                  >
                    {link.name}
                  </MuiLink>
                )}
                <Typography variant="caption" color="textSecondary" noWrap component="div">
                  {fieldLabel(link)}
                </Typography>
              </Box>
              {link.isBroken ? (
                <Tooltip title={t('content.links.broken')}>
                  <LinkOffIcon color="error" fontSize="small" titleAccess={t('content.links.broken')} />
                </Tooltip>
              ) : (
                <StatusDot status={statusLookOf({ status: link.status, hasUnpublishedChanges: link.isPublished })} />
              )}
            </ListItem>
          ))}
      </List>
    </Box>
  )
}
