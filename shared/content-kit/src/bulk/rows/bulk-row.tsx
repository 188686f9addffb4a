import { Box, Button, Checkbox, Link as MuiLink, TableCell, TableRow, Typography } from '@mui/material'
import type { BulkChangeRow, KeptChange, WhenChanged } from '@pim/contract'
import { type DotLook, RelativeTime, StateDot } from '@pim/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { UserName } from '../../user-name.tsx'
import type { BulkWords } from '../use-bulk-words.ts'
import { ChangedSinceChoice, ChangedSinceNote } from './changed-since.tsx'
import { ValueSide } from './value-side.tsx'

interface BulkRowProps {
  row: BulkChangeRow
  words: BulkWords
  onLeaveOut: ((isLeftOut: boolean) => void) | undefined
  onChoose: ((whenChanged: WhenChanged) => void) | undefined
  /** Brings back the deleted item that the row is of. */
  onRestore: ((contentItemId: string) => void) | undefined
  path: string | undefined
}

/** Fields of a row that are shown before somebody asks for the others. */
const shownAtFirst = 4

/** The deleted item that the row would make again; undefined of every other row. */
export const deletedItemOf = ({ problem, result }: BulkChangeRow): string | undefined =>
  problem?.code === 'ITEM_DELETED' && result !== 'done' ? problem.usedBy?.[0]?.contentItemId : undefined

export const canTakePart = ({ outcome }: BulkChangeRow): boolean =>
  outcome === 'changed' || outcome === 'created' || outcome === 'deleted'

/** One item: a line of the table for each of its changes, and one for what is to be said of it. */
export function BulkRow({ row, words, onLeaveOut, onChoose, onRestore, path }: BulkRowProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const { changedSince = [], technicalContentTypeName: typeName } = row
  const placeOf = (each: Pick<Change, 'variationId' | 'technicalFieldName'>) =>
    `${each.variationId} ${each.technicalFieldName}`
  const since = new Set(changedSince.map(placeOf))
  // What somebody has changed comes first, whether it stays or not.
  const changes: readonly Change[] = [...changedSince, ...row.changes.filter((each) => !since.has(placeOf(each)))]
  // Once they are fetched they are shown as what they have become.
  const fetched = row.result === null ? row.fetched : undefined
  const shown = isWhole ? changes : changes.slice(0, Math.max(shownAtFirst, changedSince.length))
  const hidden = changes.length - shown.length
  const hasNote =
    hasNotes(row) || (onChoose && since.size > 0) || hidden > 0 || row.leftOutChanges > 0 || shown.length === 0
  const lineCount = shown.length + (hasNote ? 1 : 0)
  const name = row.name ?? t('kit.bulk.row.nameless')
  const deletedId = deletedItemOf(row)
  const note = (
    <TableCell colSpan={3}>
      <RowNotes row={row} words={words} />
      {onChoose && <ChangedSinceChoice changedSince={changedSince} name={name} onChoose={onChoose} />}
      {onRestore && deletedId && (
        <Button
          size="small"
          sx={{ ml: -0.5 }}
          aria-label={`${t('kit.bulk.row.restore')}: ${name}`}
          onClick={() => onRestore(deletedId)}
        >
          {t('kit.bulk.row.restore')}
        </Button>
      )}
      {hidden > 0 && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('kit.bulk.row.more', { count: hidden })}
        </Button>
      )}
      {row.leftOutChanges > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('kit.bulk.row.leftOutChanges', { count: row.leftOutChanges })}
        </Typography>
      )}
    </TableCell>
  )
  const lines: ReactNode[] = shown.map((change) => (
    <FieldLine
      key={`${change.variationId} ${change.technicalFieldName}`}
      {...{ change, typeName, words }}
      fetched={fetched}
    />
  ))
  if (hasNote) lines.push(note)
  return lines.map((line, index) => {
    const key = `${row.position}-${index}`
    return (
      <TableRow
        key={key}
        {...(index === 0 && { 'data-first': true })}
        sx={row.isLeftOut ? { '& td': { bgcolor: 'action.hover' } } : {}}
      >
        {index === 0 && (
          <>
            {onLeaveOut && (
              <TableCell padding="checkbox" rowSpan={lineCount} data-takes-part>
                {canTakePart(row) && (
                  <Checkbox
                    checked={!row.isLeftOut}
                    onChange={(_, takesPart) => onLeaveOut(!takesPart)}
                    slotProps={{ input: { 'aria-label': t('kit.bulk.row.takesPart', { name }) } }}
                  />
                )}
              </TableCell>
            )}
            <TableCell rowSpan={lineCount} data-item>
              <ItemHead row={row} name={name} path={path} words={words} />
            </TableCell>
          </>
        )}
        {line}
      </TableRow>
    )
  })
}

const dots: Readonly<Record<string, DotLook>> = {
  created: { color: 'success.main', fill: 'ring' },
  deleted: { color: 'error.main', fill: 'ring' },
  problem: { color: 'error.main', fill: 'half' },
  leftOut: { color: 'text.secondary', fill: 'ring' },
  done: { color: 'success.main', fill: 'full' },
  outdated: { color: 'warning.main', fill: 'half' },
  failed: { color: 'error.main', fill: 'full' },
}

interface ItemHeadProps {
  row: BulkChangeRow
  name: string
  path: string | undefined
  words: BulkWords
}

function ItemHead({ row, name, path, words }: ItemHeadProps) {
  const { t } = useTranslation()
  const { result, isLeftOut, outcome } = row
  const state = result ?? (isLeftOut ? 'leftOut' : outcome === 'changed' || outcome === 'unchanged' ? null : outcome)
  const look = state === null ? undefined : dots[state]
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      {path ? (
        <MuiLink component={Link} to={path} color="textPrimary" underline="hover" sx={{ fontWeight: 600 }}>
          {name}
        </MuiLink>
      ) : (
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
      )}
      <Typography variant="caption" color="textSecondary" component="div">
        {[
          row.fileRow === null || row.fileRow === undefined ? '' : t('kit.bulk.row.fileRow', { row: row.fileRow }),
          words.typeLabel(row.technicalContentTypeName),
          row.isGone ? t('kit.bulk.row.isGone') : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      {look && (
        <Typography variant="caption" component="div">
          <StateDot look={look} label={t(`kit.bulk.state.${state}`)} />
        </Typography>
      )}
    </Box>
  )
}

/** `choice`: of a value that somebody has changed since the last import. */
type Change = BulkChangeRow['changes'][number] & Partial<NonNullable<BulkChangeRow['changedSince']>[number]>

interface FieldLineProps {
  change: Change
  fetched: BulkChangeRow['fetched']
  typeName: string | null
  words: BulkWords
}

function FieldLine({ change, fetched, typeName, words }: FieldLineProps) {
  const { t } = useTranslation()
  const isShared = words.fieldOf(typeName, change.technicalFieldName)?.localizable === false
  const { toFetch, rest } = pictures(change, fetched)
  return (
    <>
      <TableCell>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {words.fieldName(typeName, change.technicalFieldName)}
        </Typography>
        {change.technicalFieldName !== '$name' && (
          <Typography variant="caption" color="textSecondary">
            {isShared ? t('kit.bulk.row.allVariations') : words.variationName(change.variationId)}
          </Typography>
        )}
        <ChangedSinceNote {...change} />
      </TableCell>
      {(['before', 'after'] as const).map((side) => (
        <TableCell key={side}>
          <Typography data-narrow variant="caption" color="textSecondary" aria-hidden>
            {t(`kit.bulk.rows.${side}`)}
          </Typography>
          {side === 'after' && change.technicalFieldName === '$publish' && change.choice ? (
            <Typography variant="body2">{t(`kit.bulk.row.publish.${change.choice}`)}</Typography>
          ) : side === 'after' && toFetch.length > 0 ? (
            <>
              {rest !== null && (
                <ValueSide side={side} change={{ ...change, after: rest }} typeName={typeName} words={words} />
              )}
              {toFetch.map(({ contentItemId, address }) => (
                <Typography key={contentItemId} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {t('kit.bulk.row.fetched', { address })}
                </Typography>
              ))}
            </>
          ) : (
            <>
              {change.choice === 'keep' && side === 'after' && (
                <Typography variant="caption" component="div" color="textSecondary">
                  {t('kit.bulk.row.notTakenOver')}
                </Typography>
              )}
              <ValueSide side={side} change={asShown(change, side)} typeName={typeName} words={words} />
            </>
          )}
        </TableCell>
      ))}
    </>
  )
}

/** What stays is not drawn as words that are taken away and added: each side stands alone. */
const asShown = (change: Change, side: 'before' | 'after'): Change =>
  change.choice === 'keep' ? { ...change, [side === 'before' ? 'after' : 'before']: null } : change

/** The pictures of a value that are not there yet, and the value without them; null where nothing else is in it. */
function pictures({ after }: FieldLineProps['change'], fetched: FieldLineProps['fetched'] = []) {
  const ids: unknown[] = Array.isArray(after?.value) ? after.value : [after?.value]
  const toFetch = fetched.filter(({ contentItemId }) => ids.includes(contentItemId))
  const others = ids.filter((id) => !toFetch.some(({ contentItemId }) => contentItemId === id))
  return { toFetch, rest: after && others.length > 0 ? { ...after, value: others } : null }
}

const hasNotes = ({ problem, kept, changedSince, notes, outcome, result }: BulkChangeRow): boolean =>
  problem !== null ||
  kept.length > 0 ||
  notes?.length > 0 ||
  (outcome === 'unchanged' && !changedSince?.length) ||
  outcome === 'deleted' ||
  result === 'outdated'

function RowNotes({ row, words }: { row: BulkChangeRow; words: BulkWords }) {
  const { t } = useTranslation()
  const { problem, kept, notes, outcome, result, technicalContentTypeName: typeName } = row
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      {result === 'outdated' && <Typography variant="body2">{t('kit.bulk.row.outdated')}</Typography>}
      {problem !== null &&
        result !== 'outdated' &&
        words.problemTexts(problem, typeName).map((text) => (
          <Typography key={text} variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        ))}
      {problem === null && outcome === 'unchanged' && kept.length === 0 && !row.changedSince?.length && (
        <Typography variant="body2" color="textSecondary">
          {t('kit.bulk.row.unchanged')}
        </Typography>
      )}
      {words.noteTexts(notes ?? []).map((text) => (
        <Typography key={text} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      ))}
      {outcome === 'deleted' && <Typography variant="body2">{t('kit.bulk.row.deleted')}</Typography>}
      {kept.map((each) => (
        <Kept key={`${each.variationId} ${each.technicalFieldName}`} {...{ kept: each, typeName, words }} />
      ))}
    </Box>
  )
}

function Kept({ kept, typeName, words }: { kept: KeptChange; typeName: string | null; words: BulkWords }) {
  const { t } = useTranslation()
  const { technicalFieldName, variationId, by, at } = kept
  return (
    <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {t(variationId ? 'kit.bulk.row.keptIn' : 'kit.bulk.row.kept', {
        field: words.fieldName(typeName, technicalFieldName),
        variation: words.variationName(variationId),
      })}{' '}
      <Typography component="span" variant="body2" color="textSecondary">
        <UserName userId={by} /> · <RelativeTime time={at} />
      </Typography>
    </Typography>
  )
}
