import { Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { releaseName } from './release-name.ts'

/** The build that came with the server, by its hash as every other release; no hash where it could not be kept. */
export function ReleaseOfServer({ release }: { release: string | undefined }) {
  const { t } = useTranslation()
  if (release === undefined) return t('settings.release.ofServer')
  return (
    <>
      <span style={{ fontFamily: 'monospace' }}>{releaseName(release)}</span>
      <Typography variant="caption" color="textSecondary" component="div">
        {t('settings.release.ofServer')}
      </Typography>
    </>
  )
}
