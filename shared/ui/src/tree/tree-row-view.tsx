import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import { Box, Skeleton } from '@mui/material'
import { memo, type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { DropZone, TreeNode, TreeRow } from './tree-model.ts'
import type { RegisterRow } from './use-tree-drag.ts'

export const rowHeight = 36
const indentPx = 20

interface TreeRowViewProps<Node extends TreeNode> {
  id: string
  row: TreeRow<Node>
  top: number
  isActive: boolean
  isSelected: boolean
  isDragged: boolean
  drop: DropZone | undefined
  /** The dragged node would become a child of this one. */
  isDropParent: boolean
  end: ReactNode
  onPress: (node: Node) => void
  onToggle: (node: Node) => void
  /** Left out: the row cannot be moved. */
  registerRow: RegisterRow | undefined
}

function UnmemoisedTreeRowView<Node extends TreeNode>(props: TreeRowViewProps<Node>) {
  const { id, row, top, isActive, isSelected, isDragged, drop, isDropParent, end, onPress, onToggle, registerRow } =
    props
  const { t, i18n } = useTranslation()
  const { node, level, childCount, isExpanded, isMatch } = row
  const left = (level - 1) * indentPx + 4
  const rowId = node?.id
  const ref = useCallback(
    (element: HTMLElement) => (rowId === undefined ? undefined : registerRow?.(element, rowId)),
    [registerRow, rowId],
  )
  return (
    <Box
      ref={ref}
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={row.setSize}
      aria-posinset={row.posInSet}
      aria-selected={isSelected}
      aria-expanded={childCount > 0 ? isExpanded : undefined}
      data-active={isActive || undefined}
      aria-busy={node === undefined || undefined}
      aria-label={node === undefined ? t('ui.tree.loading') : undefined}
      onClick={() => node && onPress(node)}
      style={{ transform: `translateY(${top}px)`, paddingLeft: left }}
      sx={{
        position: 'absolute',
        insetInline: 0,
        top: 0,
        height: rowHeight,
        pr: 1,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        borderRadius: 1,
        cursor: 'pointer',
        userSelect: 'none',
        opacity: isDragged ? 0.4 : 1,
        color: isMatch === false ? 'text.secondary' : 'text.primary',
        fontWeight: isMatch ? 600 : 400,
        bgcolor: isDropParent ? 'primary.light' : isSelected ? 'action.selected' : 'transparent',
        '&:hover': { bgcolor: isDropParent ? 'primary.light' : isSelected ? 'action.selected' : 'action.hover' },
        '[role=tree]:focus-visible &[data-active]': {
          outline: '2px solid var(--mui-palette-primary-main)',
          outlineOffset: -2,
        },
        ...(drop === 'before' || drop === 'after'
          ? {
              '&::after': {
                content: '""',
                position: 'absolute',
                left: left + 8,
                right: 8,
                height: 2,
                borderRadius: 1,
                bgcolor: 'primary.main',
                [drop === 'before' ? 'top' : 'bottom']: -1,
              },
            }
          : {}),
      }}
    >
      <Box
        component="span"
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          if (node) onToggle(node)
        }}
        sx={{
          display: 'inline-flex',
          width: 24,
          height: 24,
          flex: 'none',
          alignItems: 'center',
          justifyContent: 'center',
        }}
      >
        {childCount > 0 && (
          <ChevronRightIcon
            fontSize="small"
            sx={{
              color: 'text.secondary',
              transition: 'transform 120ms',
              transform: isExpanded ? 'rotate(90deg)' : 'none',
            }}
          />
        )}
      </Box>
      {node ? (
        <Box
          component="span"
          dir="auto"
          lang={node.lang}
          sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {node.label}
        </Box>
      ) : (
        <Skeleton aria-hidden width="40%" />
      )}
      {childCount > 0 && (
        <Box
          component="span"
          sx={{ color: 'text.secondary', fontSize: 12, fontWeight: 400, fontVariantNumeric: 'tabular-nums' }}
        >
          {childCount.toLocaleString(i18n.language)}
        </Box>
      )}
      <Box component="span" sx={{ flexGrow: 1 }} />
      {end}
    </Box>
  )
}

/** Memoised, so that scrolling a large tree renders only the rows that changed. */
export const TreeRowView = memo(UnmemoisedTreeRowView) as typeof UnmemoisedTreeRowView
