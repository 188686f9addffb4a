import { Typography } from '@mui/material'
import type { SectionRelease } from '@pim/contract'
import { useTranslation } from 'react-i18next'

/** Why a release does not load in this version of the product; nothing where it does. */
export function Misfits({ of }: { of: Pick<SectionRelease, 'misfits'> | undefined }) {
  const { t } = useTranslation()
  return of?.misfits?.map(({ of: what, needs, has }) => (
    <Typography
      key={`${what} ${needs}`}
      variant="caption"
      color="error"
      component="div"
      sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
    >
      {t(`settings.release.misfit.${what}`, { needs, has })}
    </Typography>
  ))
}
