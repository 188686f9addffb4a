import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Typography } from '@mui/material'
import type { TenantSection } from '@pim/contract'
import { RelativeTime } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { releaseName } from './release-name.ts'

type Release = TenantSection['releases'][number]

interface ReleaseChoiceProps {
  label: string
  releases: readonly Release[]
  /** What is chosen already; it is marked and cannot be chosen again. */
  current: string | undefined
  value: string
  onChange: (release: string) => void
}

/** One of the releases of a section, with what is known of each. */
export function ReleaseChoice({ label, releases, current, value, onChange }: ReleaseChoiceProps) {
  const { t } = useTranslation()
  return (
    <FormControl>
      <FormLabel>{label}</FormLabel>
      <RadioGroup aria-label={label} value={value} onChange={(_event, chosen) => onChange(chosen)}>
        {releases.map(({ release, deployedAt, failureCount, takenBack }) => (
          <FormControlLabel
            key={release}
            value={release}
            disabled={release === current}
            control={<Radio size="small" />}
            sx={{ alignItems: 'flex-start', py: 0.5, '& .MuiRadio-root': { pt: 0.25 } }}
            label={
              <>
                <Typography variant="body2" component="span" sx={{ fontFamily: 'monospace', fontWeight: 600 }}>
                  {releaseName(release)}
                </Typography>
                {release === current && ` ${t('settings.release.isCurrent')}`}
                <Typography variant="caption" color="textSecondary" component="div">
                  {t('settings.release.deployed')} <RelativeTime time={deployedAt} />
                  {failureCount > 0 && ` · ${t('settings.release.failures', { count: failureCount })}`}
                </Typography>
                {takenBack && (
                  <Typography variant="caption" color="error" component="div" sx={{ overflowWrap: 'anywhere' }}>
                    {t('settings.release.takenBack', { reason: takenBack.reason })}
                  </Typography>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
