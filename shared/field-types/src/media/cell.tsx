import ImageIcon from '@mui/icons-material/ImageOutlined'
import type { CellProps } from '../frame/field-view.ts'
import { useItemSource } from '../frame/item-source.ts'
import { ReferenceCell } from '../frame/reference-cell.tsx'

const anything = {}

export function MediaCell({ value }: CellProps) {
  return (
    <ReferenceCell source={useItemSource('media', anything)} value={value} icon={<ImageIcon fontSize="inherit" />} />
  )
}
