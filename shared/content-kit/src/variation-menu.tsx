import type { Variation } from '@pim/contract'
import { FilterMenu } from '@pim/ui'
import { variationCode } from './variations.ts'

interface VariationMenuProps {
  /** Of the button: "Variation". */
  readonly label: string
  readonly variations: readonly Variation[] | undefined
  readonly current: Variation | undefined
  readonly onChange: (variationId: string) => void
}

/** The variation that rows are shown in. One is always chosen: who takes the choice back gets the default. */
export function VariationMenu({ label, variations, current, onChange }: VariationMenuProps) {
  return (
    <FilterMenu
      label={label}
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
