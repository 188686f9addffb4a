import { checkboxCell, columnCell, restCell, skeletonBox, skeletonLine } from './body-style.ts'
import type { Column } from './columns.ts'
import { rowsAtOnce } from './drawn-rows.ts'

interface SkeletonRowsProps<Row> {
  readonly count: number
  readonly columns: readonly Column<Row>[]
  readonly hasSelection: boolean
  readonly hasRest: boolean
}

/** Placeholder rows of the same height as real ones, so that the layout does not shift when rows arrive. */
export function SkeletonRows<Row>({ count, columns, hasSelection, hasRest }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, at) => (
    <tr key={at} aria-hidden>
      {at < rowsAtOnce ? (
        <>
          {hasSelection && (
            <td className={checkboxCell}>
              <span className={skeletonBox} />
            </td>
          )}
          {columns.map((column, columnIndex) => (
            <td key={column.id} className={columnCell(columnIndex)}>
              {column.skeleton ?? (
                <span className={skeletonLine} style={{ width: `${85 - ((at * 7 + columnIndex * 23) % 45)}%` }} />
              )}
            </td>
          ))}
          {hasRest && <td className={restCell} />}
        </>
      ) : (
        <td colSpan={columns.length + 2} />
      )}
    </tr>
  ))
}
