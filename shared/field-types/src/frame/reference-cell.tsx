import { Box, Link, Skeleton, Typography } from '@mui/material'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from './reference-picture.tsx'
import { type ReferenceSource, useLabelling } from './reference-source.ts'

interface ReferenceCellProps {
  readonly source: ReferenceSource
  readonly value: unknown
  /** Left out: names only. */
  readonly icon?: ReactNode
}

/** The names of what a value refers to. */
export function ReferenceCell({ source, value, icon }: ReferenceCellProps) {
  const ids = (Array.isArray(value) ? value : [value]).map(String)
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5 }}>
      {ids.map((id) => (
        <Name key={id} id={id} source={source} icon={icon} />
      ))}
    </Box>
  )
}

function Name({ id, source, icon }: { id: string; source: ReferenceSource; icon: ReactNode }) {
  const { t } = useTranslation()
  const labelling = useLabelling(source, id)
  if (labelling.state === 'loading') return <Skeleton width={100} />
  const isKnown = labelling.state === 'known'
  const name = isKnown ? labelling.choice.name : t('fieldTypes.reference.missing')
  const language = languageAttributes(isKnown ? labelling.choice.languageTag : undefined)
  const address = isKnown ? source.address?.(id) : undefined
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      {icon !== undefined && <Picture labelling={labelling} source={source} icon={icon} size={24} />}
      {address === undefined ? (
        <Typography component="bdi" {...language} variant="inherit" color={isKnown ? 'inherit' : 'error'}>
          {name}
        </Typography>
      ) : (
        <Link href={address} variant="inherit">
          <bdi {...language}>{name}</bdi>
        </Link>
      )}
    </Box>
  )
}
