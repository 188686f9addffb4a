import { variationCode } from '@pim/content-kit'
import type { Variation } from '@pim/contract'
import { FilterMenu } from '@pim/ui'
import { useTranslation } from 'react-i18next'

interface VariationMenuProps {
  readonly variations: readonly Variation[] | undefined
  readonly current: Variation | undefined
  readonly onChange: (variationId: string) => void
}

/** The variation that rows are shown in. One is always chosen: who takes the choice back gets the default. */
export function VariationMenu({ variations, current, onChange }: VariationMenuProps) {
  const { t } = useTranslation()
  return (
    <FilterMenu
      label={t('content.list.variation')}
      multiple={false}
      isRequired
      options={(variations ?? []).map((variation) => ({
        value: variation.variationId,
        label: `${variationCode(variation)} · ${variation.friendlyName}`,
      }))}
      selected={current ? [current.variationId] : []}
      onChange={([variationId]) =>
        onChange(variationId ?? variations?.find((variation) => variation.isDefault)?.variationId ?? '')
      }
    />
  )
}
